"""Every fact of the guide that a member could ask about has a section; the table of homes is current."""

from pathlib import Path

from bot.corpus.facts import read_facts, sections_by_fact
from bot.corpus.folder import read_folder

ROOT = Path(__file__).resolve().parents[2]

NOT_ASKED = {
    "M12": "a typing slip in a source; nobody would ask about it",
    "M21": "missing punctuation in a source; the sentence is told in memory-channels-xeon",
}


def test_every_askable_fact_has_a_section() -> None:
    facts, problems = read_facts(ROOT / "knowledge")
    assert facts
    assert not problems
    documents = [d for d in read_folder(ROOT / "knowledge").documents if d.lang == "en"]
    homes = sections_by_fact(sorted(facts), documents)
    assert {fact for fact, sections in homes.items() if not sections} == set(NOT_ASKED)
    table = (Path(__file__).parent / "FACTS.md").read_text("utf-8")
    for fact, sections in homes.items():
        row = f"| {fact} | {', '.join(f'`{s}`' for s in sections) or '—'} |"
        assert row in table, f"{row}: run `rigwise knowledge facts > tests/corpus/FACTS.md`"
