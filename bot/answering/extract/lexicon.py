"""The words that carry quantities, in three scripts (Traditional ones in their Simplified form).

Each entry maps a word to one or more token kinds, one character each::

    N number   A a, an     R to, -      V or, vs    x times     % percent   L tenths (成)
    W watts    E kWh       G memory     B MB/s      / per, each of a unit   e each (of several)
    H hours    I minutes   D days       J weeks     O months    Y years     Z round the clock
    $ money    k 块: counter or money   q half      # percent sign before its number
    g GPU      c CPU       o other load s whole     S PSU       r RAM       v GPU memory
    P GPU name Q CPU name  U name that is unknown or ambiguous  M counter   j them      h have, in all
    f efficiency           p price      u household @ at         t turbo/TDP , clause    . anything else
    ! not a number         _ dropped            l limited, undervolted
"""

from decimal import Decimal
from typing import NamedTuple


class Entry(NamedTuple):
    """What a word is: its token kinds, and a scale, a code or nothing."""

    kinds: str
    scale: Decimal = Decimal(1)
    code: str = ""


_WORDS: tuple[tuple[str, str, str, str], ...] = (
    # one row: kinds; scale; code; words
    ("W", "1", "", "w,watt,watts,wat,瓦,瓦特,瓦数"),
    ("W", "1000", "", "kw,kws,kilowatt,kilowatts,kilo watt,kilo watts,千瓦,瓩,k瓦"),
    ("E", "1", "", "kwh,kwhs,kwhr,kw h,kw-h,kw·h,kw/h,kw*h,kilowatt hour,kilowatt hours,kilowatt-hour,kilowatt-hours,kilowatthour,kw hour,kw hours,kw-hour,度,度电,千瓦时,千瓦小时,千瓦/时,千瓦每小时,瓩时,瓩小时"),
    ("/E", "1", "", "a unit,per unit,每度电,每度,每千瓦时,每千瓦小时,每瓩时,/度,/度电,per kilowatt,each kwh,each unit"),
    ("E", "0.001", "", "wh,watt hour,watt hours,瓦时"),
    ("E", "1000", "", "mwh,megawatt hour,megawatt hours"),
    ("G", "1", "", "gb,gbs,gig,gigs,gigabyte,gigabytes,g,gib,gigas,gb显存"),
    ("G", "0.001", "", "mb"),
    ("G", "1000", "", "tb,terabyte,terabytes,t"),
    ("H", "1", "", "h,hr,hrs,hour,hours,小时,钟头,个钟"),
    ("I", "1", "", "min,mins,minute,minutes,分钟"),
    ("D", "1", "", "day,days,d,天,日,晚,夜,night,nights,evening,天天"),
    ("J", "7", "", "week,weeks,wk,wks,周,星期,礼拜"),
    ("J", "14", "", "fortnight,fortnights"),
    ("O", "30", "", "month,months,mo,mos,月,个月"),
    ("Y", "365", "", "year,years,yr,yrs,年"),
    ("/H", "1", "", "hourly,每小时,每个小时,per hr"),
    ("/D", "1", "", "daily,nightly,everyday,每天,每日,每晚,每夜,日均,天天"),
    ("/J", "7", "", "weekly,每周,每星期,每礼拜,每个星期,每个礼拜"),
    ("/O", "30", "", "monthly,每月,每个月,月均"),
    ("/Y", "365", "", "yearly,annual,annually,每年"),
    ("Z", "1", "", "24/7,24x7,24-7,24*7,247,7x24,7*24,7/24,24h/7d,24/7/365,7x24小时,7*24小时,24小时不间断,24小时不停,24小时不关,24小时运行,24小时开机,24小时跑,24小时开着,24小时全开,24小时连续,24小时满载,24小时连轴转,二十四小时不停,全天候,全天,整天,全年无休,不停,不间断,不停机,不关机,不休息,不断电,一直开,一直跑,连轴转,日夜,没日没夜,昼夜,三班倒,nonstop,non-stop,non stop,around the clock,round the clock,day and night,night and day,all day every day,all day long,all day,continuously,continuous,constantly,always on,without stopping,without a break,straight,never off,never turned off"),
    ("$", "1", "USD", "usd,us$,dollar,dollars,buck,bucks,美元,美金,美刀,刀,us dollar,us dollars"),
    ("$", "1", "$", "$"),
    ("$", "0.01", "cent", "cent,cents,ct,cts,¢,c"),
    ("$", "0.01", "USD", "us cent,us cents,usd cent,usd cents,usc,美分"),
    ("$", "0.01", "EUR", "euro cent,euro cents,eurocent,eurocents,eur cent,eur cents,eur ct,euroct,欧分,欧元分"),
    ("$", "1", "EUR", "eur,euro,euros,€,欧元,欧"),
    ("$", "1", "GBP", "gbp,£,pound,pounds,quid,英镑,镑"),
    ("$", "0.01", "GBP", "pence,penny,p,便士"),
    ("$", "1", "CNY", "cny,rmb,yuan,人民币,元人民币,块人民币,cn¥"),
    ("$", "0.1", "CNY", "jiao,mao"),
    ("$", "0.01", "CNY", "fen"),
    ("$", "1", "TWD", "twd,ntd,nt,nt$,ntd$,台币,新台币,元台币,块台币,元新台币"),
    ("$", "1", "HKD", "hkd,hk$,港币,港元,港纸,蚊"),
    ("$", "0.01", "HKD", "仙"),
    ("$", "1", "JPY", "jpy,yen,日元,日圆,日币,円"),
    ("$", "1", "¥", "¥"),
    ("$", "1", "SGD", "sgd,s$,新币,新加坡元,坡币"),
    ("$", "1", "AUD", "aud,a$,au$,澳元,澳币"),
    ("$", "1", "CAD", "cad,c$,ca$,加元,加币"),
    ("$", "1", "NZD", "nzd,nz$,纽币,纽元"),
    ("$", "1", "CHF", "chf,franc,francs,瑞郎,瑞士法郎"),
    ("$", "1", "KRW", "krw,won,₩,韩元,韩币"),
    ("$", "1", "INR", "inr,rupee,rupees,₹,卢比"),
    ("$", "1", "MYR", "myr,ringgit,令吉,马币"),
    ("$", "1", "THB", "thb,baht,泰铢"),
    ("$", "1", "PHP", "php,peso,pesos,₱,披索,比索"),
    ("$", "1", "SEK", "sek"),
    ("$", "1", "NOK", "nok"),
    ("$", "1", "DKK", "dkk"),
    ("$", "1", "PLN", "pln,zloty,zł"),
    ("$", "1", "CZK", "czk"),
    ("$", "1", "HUF", "huf"),
    ("$", "1", "BRL", "brl,r$,reais"),
    ("$", "1", "VND", "vnd,dong,越南盾"),
    ("$", "1", "IDR", "idr,rupiah,印尼盾"),
    ("$", "1", "ZAR", "zar,rand"),
    ("$", "1", "TRY", "try lira,lira"),
    ("$", "1", "local", "元,圆,块钱,元钱,大洋"),
    ("k", "1", "local", "块"),
    ("$", "0.1", "local", "毛,毛钱,角,角钱"),
    ("$", "0.01", "fen", "分,分钱"),
    ("AO", "30", "", "all month,all month long,whole month,the whole month,an entire month,整个月,一整个月,整月"),
    ("AY", "365", "", "all year,all year long,whole year,the whole year,整年,一整年,全年"),
    ("AJ", "7", "", "all week,whole week,the whole week,整周,一整周,整个星期"),
    ("%", "1", "", "%,percent,pct,per cent"),
    ("#", "1", "", "百分之"),
    ("L", "1", "", "成"),
    ("g", "1", "", "gpu,gpus,card,cards,graphics card,graphics cards,graphic card,graphic cards,video card,video cards,vga,gfx card,gfx cards,gpu card,gpu cards,accelerator,accelerators,显卡,显示卡,独显,图形卡,卡,gpu卡,计算卡,加速卡"),
    ("eg", "1", "", "单卡,每卡,per card,per gpu,each card,each gpu,per-card,per-gpu,/card,/gpu,a card,单个gpu,单张卡,单张显卡,每张卡,每张显卡,每块卡,每块显卡,每个gpu,每张gpu,每块gpu,每片卡,一卡,每卡片"),
    ("ec", "1", "", "per cpu,each cpu,per-cpu,每颗cpu,单颗cpu,每个cpu,per socket"),
    ("g", "1", "vague", "a卡,n卡,amd卡,nvidia卡,英伟达卡,nvidia gpu,nvidia gpus,nvidia card,nvidia cards,amd gpu,amd gpus,amd card,amd cards,rtx card,rtx cards,gtx card,gtx cards,rtx,gtx,geforce,radeon,quadro,tesla,老黄家的卡,30系,40系,50系,20系,30系列,40系列,50系列,英伟达,nvidia,游戏卡,专业卡,旗舰卡,矿卡,二手卡"),
    ("c", "1", "", "cpu,cpus,processor,processors,处理器,中央处理器,u,cpu的"),
    ("c", "1", "vague", "ryzen,threadripper,thread ripper,xeon,xeons,epyc,core i9,core i7,core i5,i9,i7,i5,i3,ryzen 9,ryzen 7,ryzen 5,ryzen9,ryzen7,ryzen5,r9,r7,r5,锐龙,锐龙9,锐龙7,锐龙5,锐龙r9,锐龙r7,至强,霄龙,线程撕裂者,撕裂者,酷睿,酷睿i9,酷睿i7,酷睿i5,intel cpu,amd cpu,intel u,amd u,e5"),
    ("o", "1", "", "rest,the rest,rest of the system,rest of system,everything else,others,other,other stuff,other parts,other components,misc,peripherals,motherboard,mobo,board,aio,lights,rgb,nic,其他,其它,其余,剩下,剩余,主板,主机板,周边,杂项,外设,水冷,网卡,其他零件,其他配件,其余零件,杂七杂八,别的"),
    ("o", "1", "fan", "fans,fan,风扇"),
    ("o", "1", "disk", "drives,drive,disks,disk,hard disk,hard disks,hard drive,hard drives,hdd,hdds,ssd,ssds,nvme,nvmes,nvme drives,nvme ssds,nvme ssd,硬盘,硬碟,固态硬盘,固态"),
    ("o", "1", "pump", "pump,pumps,水泵"),
    ("o", "1", "monitor", "monitor,monitors,screens,displays,屏幕,荧幕,萤幕,显示器"),
    ("l", "1", "", "limited,limit,limits,limiting,power limit,power limits,power limited,power-limited,power-limit,power cap,power-capped,power capped,capped,cap,caps,restricted,throttled,lowered,reduced,undervolt,undervolts,undervolted,undervolting,underclock,underclocked,tuned down,dialed down,限,限制,限制在,限制到,限制为,限到,限在,限定,限电,限功耗,功耗限制,功耗墙,功率墙,上限,功耗上限,锁,锁在,锁到,锁定,降压,降压到,降压至,降到,降至,降频,降频到,降功耗,压到,压在,调到,调至,调成"),
    ("s", "1", "", "system,whole system,entire system,rig,box,machine,machines,server,servers,workstation,pc,computer,tower,node,setup,total,total power,total draw,total load,in total,overall,whole thing,whole rig,whole box,whole machine,components,parts,build,load,power draw,power consumption,at the wall,from the wall,at the plug,整机,整台,整台机器,机器,主机,服务器,伺服器,工作站,电脑,总功耗,总功率,合计,加总,总和,总计,总数,整套,整体,系统,负载,满载,全载,机子,设备,总耗电,总瓦数,总负载,零件,组件,元件,全部加起来,加起来,全部,插座端,墙插,墙上"),
    ("S", "1", "", "psu,psus,power supply,power supplies,powersupply,power supply unit,supply,电源,电源供应器,供应器,电供,火牛,power unit"),
    ("r", "1", "", "ram,system ram,system memory,host memory,host ram,main memory,memory,mem,cpu ram,cpu memory,dram,内存,主存,系统内存,记忆体,系统记忆体,主记忆体,主机记忆体,主机内存,内存条,电脑内存"),
    ("v", "1", "", "vram,gpu memory,gpu mem,gpu ram,gpu vram,video memory,video ram,graphics memory,card memory,graphics ram,显存,显示记忆体,显示内存,显卡记忆体,显示卡记忆体,显示卡内存,显示卡的记忆体,显卡内存,gpu记忆体,gpu内存,gpu显存,显卡显存,显卡的记忆体,gpu的记忆体,显卡的内存,卡的显存,显卡的显存"),
    ("e", "1", "", "each,apiece,ea,each one,per piece,a piece,a pop,per unit of gpu,每张,每块,每片,每颗,每个,每条,每枚,各,各自,单张,单块,单颗,单片,每一张,每一块,每一颗,一张卡是"),
    ("x", "1", "", "x,*,times,乘,乘以"),
    ("M", "1", "", "张,颗,条,片,枚,路,个,台,只,支,部,pcs,pieces,piece,units,sticks"),
    ("N", "2", "", "both,双,一对,俩,dual,twin,pair of,pair,a pair of,a pair,couple,couple of,a couple of,a couple,两两"),
    ("N", "1", "", "single"),
    ("N", "2", "", "second,a second,2nd,a 2nd,my second,the second"),
    ("N", "3", "", "仨,triple,a third,a 3rd,3rd"),
    ("N", "4", "", "quad,quadruple,a fourth,a 4th,4th"),
    ("N", "8", "", "octa,octo"),
    ("N", "12", "", "dozen,a dozen,a dozen of,一打"),
    ("q", "0.5", "", "半,half,half a,half an,a half,and a half"),
    ("A", "1", "", "a,an"),
    ("R", "1", "", "-,~,to,到,至,upto,--,through"),
    ("V", "1", "", "vs,vs.,versus,or,还是,或,或者,对比,compared to,compared with,against,instead of,比起"),
    ("/", "1", "", "/,per,every,每"),
    ("j", "1", "", "them,em,'em,those,these,of them,of em,of 'em,of those,of these,such cards"),
    ("h", "1", "", "have,got,there's,theres,there are,there is,has,i've got,there're,有,共,一共,总共,共有,共计"),
    ("f", "1", "", "efficiency,efficient,eff,effic,efficiant,效率,转换效率,转换率,电源效率,能效,转换,转换效率为"),
    ("p", "1", "", "price,priced,prices,rate,rates,tariff,electricity,electric,electricity price,electricity cost,power price,power cost,bill,energy price,kwh price,electricity rate,电费,电价,单价,费率,电费率,电钱,电费单价,energy,cost,costs,elec"),
    ("u", "1", "", "household,home,house,household base,baseline,base load,base use,base usage,base consumption,family,家里,家庭,家用,平时,原本,原来,基本,本来,家中,我家,already use,already uses,flat,apartment"),
    ("@", "1", "", "at,@,按,以,when,算"),
    ("t", "1", "", "tdp,tgp,tbp,peak,max,rated,nominal,board power,turbo,ppt,pl2,热设计功耗,峰值,额定,满血,full load,stock"),
    ("w", "1", "", "util,utilisation,utilization,usage,使用率,利用率,占用,占用率,off,discount,faster,slower,quicker,快,慢,涨,便宜,折扣,overclock,超频,buffer,margin,headroom,余量,冗余,缓冲,预留"),
    (",", "1", "", "\",\",;,+,&,and,with,plus,和,加,加上,配,搭,搭配,跟,与,及,以及,还有,另外,再加,外加,加一,再加上,配上,搭上,带,。,.,?,!,(,),[,],paired with,alongside,as well as,running on,然后,plus a,|,，"),
    ("-", "1", "", "minus,negative,负"),
    ("!", "1", "", "inf,infinite,infinity,nan,infinitely many,∞,无限,无穷,无穷大,无限大,unlimited"),
    ("_", "1", "", "of,the,about,around,roughly,approx,approx.,approximately,ish,circa,ca,ca.,大概,大约,约,差不多,只,my,our,your,is,are,was,were,be,it,its,it's,pull,pulls,pulling,draw,draws,drawing,use,uses,using,consume,consumes,consuming,eat,eats,eating,take,takes,suck,sucks,是,为,功耗,功率,耗电,吃,用电,用,的,之,for,in,on,during,over,from,by,running,run,runs,ran,跑,开,运行,训练,连续,连,持续,只要,:,=,\",',了,着,要跑,还,去,左右,上下,say,like,maybe,possibly,just,only,some,total of,power,wattage,容量,大小,size,sized,耗,抓,就,都,也,在,会,model,models,型,train,training,trains,full,大,的话,算是,那种"),
    (".", "1", "", "x3d,下限,期限,有限,极限,几百,几千,几十,几万,好几,数百,上百,一些,一般,一直,一起,一下,一样,二手,统一,唯一,第一,万一,一体,一定,三方,一键,一点,一切,一会,一致,双精度,单精度,半精度,网卡,声卡,卡住,卡顿,卡皇,卡槽,今年,去年,明年,前年,年前,年后,周末,周边,月底,时间,电脑硬件,日本,日志,度数,温度,角度,速度,程度,深度,难度,进度,精度,长度,宽度,高度,成本,成绩,成为,构成,生成,分别,分钟,分数,分析,百分百,部分,十分,充分,分之,多久,个人,个性,每次,每个人,条件,片面,路线,每秒,大卡,千卡,卡路里,电源线,电源接口,电源接头,显卡驱动,读卡,插卡,80 plus,80plus,80+,80 +,80 plus gold,80plus gold,80 plus金牌,80plus金牌,金牌,铂金,白金,钛金,银牌,铜牌,白牌,three-phase,one of,the one,which one,this one,that one,one more,some one,no one,single precision,half precision,double precision,pc case,pcie,pci-e,pci,ms,毫秒,ghz,mhz,inch,寸,吋,英寸,公分,cm,mm,fps,db,分贝,hashrate,mh/s,bit,位,个人电脑,bits,位元,人,万张,a lot,a bit,a few,a little,a good,a bad,a new,a cheap,a day job"),
    (".", "1", "counted", "lane,lanes,通道,核,核心,cores,core,thread,threads,线程,slot,slots,插槽,槽,pin,pins,个核心,个通道,个插槽,个槽,个核,个线程,images,张图,张图片,张照片,张图像,张影像,条命令,条数据,个模型,个问题,个原因,个螺丝,台荧幕,台萤幕,台屏幕,台显示器,个萤幕,epoch,epochs,dimm,dimms,plug,plugs,connector,connectors,port,ports,模组,接口,接头,插头"),
    ("B", "1", "", "mb/s,mb每秒,mbps,m/s,兆每秒,mb/秒,mb a second,mb per second"),
    ("B", "1000", "", "gb/s,gb每秒,gbps,gb/秒,gb a second,gb per second"),
)  # fmt: skip

COUNTED = frozenset({"counted", "fan", "disk", "pump", "monitor"})
"""Codes of things that a number before them counts, whatever counter stands between."""

AFTER_NUMBER = frozenset({"w", "g", "t", "h", "d", "c", "p", "成", "日", "mo", "ct", "min", "mb", "分", "u_"})
"""Words that mean a unit only right behind a number."""

GLUED = frozenset({"x", "$", "¥", "€", "£", "nt", "nt$", "us$", "hk$", "usd", "eur", "rmb", "ntd", "twd", "*", "s$", "a$", "c$", "ntd$", "r$", "cny", "gbp", "hkd", "gpu", "gpus", "cpu", "cpus", "card", "cards", "tdp", "tgp", "psu", "ram", "vram", "eff"})  # fmt: skip
"""Latin words that a digit may follow without a space."""


def _split(words: str) -> list[str]:
    """The words of a row; a comma as a word is written ``","`` ."""
    marked = words.replace('","', "\0")
    return [w.replace("\0", ",") for w in marked.split(",") if w]


def _build() -> dict[str, tuple[tuple[str, Entry], ...]]:
    table: dict[str, dict[str, Entry]] = {}
    for kinds, scale, code, words in _WORDS:
        entry = Entry(kinds, Decimal(scale), code)
        for word in _split(words):
            table.setdefault(word[0], {}).setdefault(word, entry)
    return {first: tuple(sorted(rows.items(), key=lambda r: -len(r[0]))) for first, rows in table.items()}


BY_FIRST = _build()
"""Entries by their first character, longest first."""
