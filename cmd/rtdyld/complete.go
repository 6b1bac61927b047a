package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// completeMode has the command print what may stand for the last of its arguments: it is
// what the scripts of completion ask. It is no part of the usage.
const completeMode = "complete"

// shells are what completion knows. Each script asks the command itself, so that it knows
// the options of the version that is installed, and leaves files to the shell where the
// command has no answer.
var shells = []struct{ name, script string }{
	{"bash", `_rtdyld() {
	local line=${COMP_LINE:0:COMP_POINT} cur word
	local -a words
	read -ra words <<<"$line" # not COMP_WORDS, which are cut at "="
	[[ $line == *[[:space:]] ]] && words+=("")
	cur=${words[${#words[@]}-1]}
	COMPREPLY=()
	while IFS=$'\t' read -r word _; do
		[[ $cur == *=* ]] && word=${word#*=}
		COMPREPLY+=("$word")
	done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
}
complete -o bashdefault -o default -F _rtdyld rtdyld
`},
	{"zsh", `#compdef rtdyld
_rtdyld() {
	local -a lines words_ texts
	local line
	lines=("${(@f)$("${words[1]}" complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	for line in $lines; do
		words_+=("${line%%$'\t'*}")
		texts+=("${line/$'\t'/  -- }")
	done
	if (( ${#words_} )); then
		compadd -d texts -a words_
	else
		_files
	fi
}
if [ "$funcstack[1]" = _rtdyld ]; then _rtdyld "$@"; else compdef _rtdyld rtdyld; fi
`},
	{"fish", `complete -c rtdyld -a '(set -l words (commandline -opc); $words[1] complete $words[2..-1] (commandline -ct) 2>/dev/null)'
`},
}

var completionCommand = command{
	name:     "completion",
	operands: []string{"bash|zsh|fish"},
	summary:  "print a script that completes commands, options and their values in a shell",
	examples: []example{
		{"source <(rtdyld completion bash)", "in ~/.bashrc"},
		{"source <(rtdyld completion zsh)", "in ~/.zshrc, behind compinit; or a file _rtdyld in a folder of $fpath"},
		{"rtdyld completion fish >~/.config/fish/completions/rtdyld.fish", "once"},
	},
	setup: func(*flag.FlagSet) func(call) int {
		return func(c call) int {
			var names []string
			for _, s := range shells {
				if s.name == c.args[0] {
					fmt.Fprint(c.stdout, s.script)
					return 0
				}
				names = append(names, s.name)
			}
			report(c.stderr, &usageError{Command: c.fs.Name(), Msg: fmt.Sprintf("no completion for %q: want %s", c.args[0], strings.Join(names, ", "))})
			return 2
		}
	},
}

// complete prints what may stand for the last word, a line each, with a tab and what it
// does; nothing where a file is wanted, or anything at all.
func complete(w io.Writer, words []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	words, last := words[:len(words)-1], words[len(words)-1]
	offer := func(word, does string) {
		if strings.HasPrefix(word, last) {
			fmt.Fprintf(w, "%s\t%s\n", word, does)
		}
	}
	offerCommands := func() {
		for _, c := range table() {
			offer(c.name, c.summary)
		}
	}
	if len(words) == 0 {
		offerCommands()
		return
	}
	c := find(words[0])
	if c == nil {
		return
	}
	before := ""
	for _, word := range words[1:] {
		if before = word; word == "--" {
			return // the program's arguments
		}
	}
	name, _, has := strings.Cut(last, "=")
	for _, f := range c.options() {
		arg, help := argument(f)
		switch {
		case before == "-"+f.Name && !isSwitch(f):
			offerWords(offer, "", arg)
			return
		case has && name == "-"+f.Name:
			offerWords(offer, name+"=", arg)
			return
		case strings.HasPrefix(last, "-") && !has:
			offer(written(f), help)
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
	case c == &helpCommand:
		offerCommands()
	case c == &completionCommand:
		offerWords(offer, "", c.operands[0])
	}
}

// offerWords offers the words of a value's name, "error|phony".
func offerWords(offer func(word, does string), prefix, arg string) {
	if !strings.Contains(arg, "|") {
		return
	}
	for word := range strings.SplitSeq(arg, "|") {
		offer(prefix+word, "")
	}
}
