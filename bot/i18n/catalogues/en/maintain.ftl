knowledge-checked = Checked: { $errors } errors, { $warnings } warnings.
knowledge-worst = Sections whose example questions find them least often:
knowledge-no-gaps = No gaps are recorded.
err-diff-base = “{ $base }” is neither a folder nor a git revision with this knowledge folder.
busy-reloading = The knowledge is being reloaded already. Try again in a moment.

