# bash completion for msgreplay, made by `msgreplay completions bash`.
_msgreplay() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" word
    local -i index
    COMPREPLY=()
    if ((COMP_CWORD > 0)); then previous="${COMP_WORDS[COMP_CWORD - 1]}"; fi
    # bash makes a word of its own of the = in --option=value.
    if [[ $current == = ]]; then
        current=""
    elif [[ $previous == = ]] && ((COMP_CWORD > 1)); then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        word="${COMP_WORDS[index]}"
        case "$command:$word" in
            :audit | :migrate | :digest | :replay | :inspect | :merge | :registry | :explain | :completions)
                command="$word"
                ;;
            registry:check | registry:diff | registry:show | registry:infer)
                command="registry-$word"
                ;;
        esac
    done
    case "$command:$previous" in
        audit:--at)
            :
            return
            ;;
        audit:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json markdown html" -- "$current")
            return
            ;;
        audit:-o | audit:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        audit:--findings)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        audit:--quarantine)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        audit:--examples)
            :
            return
            ;;
        audit:--fail-on)
            mapfile -t COMPREPLY < <(compgen -W "malformed unknown warning" -- "$current")
            return
            ;;
        audit:--channel)
            :
            return
            ;;
        audit:--from)
            :
            return
            ;;
        audit:--type)
            :
            return
            ;;
        audit:--since)
            :
            return
            ;;
        audit:--until)
            :
            return
            ;;
        audit:--match)
            :
            return
            ;;
        audit:--limit)
            :
            return
            ;;
        audit:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        audit:--language)
            :
            return
            ;;
        audit:-j | audit:--jobs)
            :
            return
            ;;
        audit:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        migrate:-o | migrate:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        migrate:--to)
            :
            return
            ;;
        migrate:--malformed)
            mapfile -t COMPREPLY < <(compgen -W "keep repair drop fail" -- "$current")
            return
            ;;
        migrate:--report)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        migrate:--quarantine)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        migrate:--examples)
            :
            return
            ;;
        migrate:--level)
            :
            return
            ;;
        migrate:--tmp)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        migrate:--fail-on)
            mapfile -t COMPREPLY < <(compgen -W "malformed unknown warning" -- "$current")
            return
            ;;
        migrate:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        migrate:--language)
            :
            return
            ;;
        migrate:-j | migrate:--jobs)
            :
            return
            ;;
        migrate:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        digest:--by)
            mapfile -t COMPREPLY < <(compgen -W "channel sender day type" -- "$current")
            return
            ;;
        digest:--at)
            :
            return
            ;;
        digest:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json csv markdown html" -- "$current")
            return
            ;;
        digest:-o | digest:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        digest:--tmp)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        digest:--channel)
            :
            return
            ;;
        digest:--from)
            :
            return
            ;;
        digest:--type)
            :
            return
            ;;
        digest:--since)
            :
            return
            ;;
        digest:--until)
            :
            return
            ;;
        digest:--match)
            :
            return
            ;;
        digest:--limit)
            :
            return
            ;;
        digest:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        digest:--language)
            :
            return
            ;;
        digest:-j | digest:--jobs)
            :
            return
            ;;
        digest:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        replay:--format)
            mapfile -t COMPREPLY < <(compgen -W "text jsonl" -- "$current")
            return
            ;;
        replay:--at)
            :
            return
            ;;
        replay:--order)
            mapfile -t COMPREPLY < <(compgen -W "archive time" -- "$current")
            return
            ;;
        replay:--rate)
            :
            return
            ;;
        replay:--tz)
            :
            return
            ;;
        replay:--tmp)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        replay:--channel)
            :
            return
            ;;
        replay:--from)
            :
            return
            ;;
        replay:--type)
            :
            return
            ;;
        replay:--since)
            :
            return
            ;;
        replay:--until)
            :
            return
            ;;
        replay:--match)
            :
            return
            ;;
        replay:--limit)
            :
            return
            ;;
        replay:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        replay:--language)
            :
            return
            ;;
        replay:-j | replay:--jobs)
            :
            return
            ;;
        replay:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        inspect:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json" -- "$current")
            return
            ;;
        inspect:-o | inspect:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        inspect:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        inspect:--language)
            :
            return
            ;;
        inspect:-j | inspect:--jobs)
            :
            return
            ;;
        inspect:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        merge:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json markdown html" -- "$current")
            return
            ;;
        merge:-o | merge:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        merge:--examples)
            :
            return
            ;;
        merge:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        merge:--language)
            :
            return
            ;;
        merge:-j | merge:--jobs)
            :
            return
            ;;
        merge:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        registry:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry:--language)
            :
            return
            ;;
        registry:-j | registry:--jobs)
            :
            return
            ;;
        registry:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        registry-check:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json markdown sarif" -- "$current")
            return
            ;;
        registry-check:-o | registry-check:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-check:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-check:--language)
            :
            return
            ;;
        registry-check:-j | registry-check:--jobs)
            :
            return
            ;;
        registry-check:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        registry-diff:--format)
            mapfile -t COMPREPLY < <(compgen -W "text json markdown" -- "$current")
            return
            ;;
        registry-diff:-o | registry-diff:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-diff:--at-risk)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-diff:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-diff:--language)
            :
            return
            ;;
        registry-diff:-j | registry-diff:--jobs)
            :
            return
            ;;
        registry-diff:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        registry-show:--at)
            :
            return
            ;;
        registry-show:--format)
            mapfile -t COMPREPLY < <(compgen -W "text markdown json json-schema" -- "$current")
            return
            ;;
        registry-show:-o | registry-show:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-show:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-show:--language)
            :
            return
            ;;
        registry-show:-j | registry-show:--jobs)
            :
            return
            ;;
        registry-show:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        registry-infer:-o | registry-infer:--output)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-infer:--channel)
            :
            return
            ;;
        registry-infer:--from)
            :
            return
            ;;
        registry-infer:--type)
            :
            return
            ;;
        registry-infer:--since)
            :
            return
            ;;
        registry-infer:--until)
            :
            return
            ;;
        registry-infer:--limit)
            :
            return
            ;;
        registry-infer:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        registry-infer:--language)
            :
            return
            ;;
        registry-infer:-j | registry-infer:--jobs)
            :
            return
            ;;
        registry-infer:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        explain:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        explain:--language)
            :
            return
            ;;
        explain:-j | explain:--jobs)
            :
            return
            ;;
        explain:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        completions:--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        completions:--language)
            :
            return
            ;;
        completions:-j | completions:--jobs)
            :
            return
            ;;
        completions:--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
        :--registry)
            compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        :--language)
            :
            return
            ;;
        :-j | :--jobs)
            :
            return
            ;;
        :--color)
            mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$current")
            return
            ;;
    esac
    case "$command" in
        audit)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--at --format -o --output --findings --quarantine --examples --no-values --fail-on --channel --from --type --since --until --match --limit --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        migrate)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "-o --output --to --malformed --dry-run --overwrite --resume --report --quarantine --examples --level --no-verify --tmp --fail-on --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        digest)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--by --at --raw --format -o --output --tmp --channel --from --type --since --until --match --limit --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        replay)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--format --at --raw --order --rate --tz --tmp --channel --from --type --since --until --match --limit --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        inspect)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--format -o --output --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        merge)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--format -o --output --examples --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        registry)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W "check diff show infer" -- "$current")
            fi
            ;;
        registry-check)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--format -o --output --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        registry-diff)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--format -o --output --at-risk --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        registry-show)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--at --format -o --output --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        registry-infer)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "-o --output --channel --from --type --since --until --limit --registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        explain)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W "record-not-json record-too-deep record-incomplete payload-base64 payload-empty payload-not-json payload-too-deep payload-not-object payload-encrypted type-missing type-invalid type-unknown type-retired field-missing field-type field-enum field-range field-length field-pattern field-undeclared field-constraint base64-urlsafe member-duplicated string-surrogate id-mismatch id-invalid type-disagrees time-unit sequence-broken byte-order-mark version-invalid default-ignored upgrade-lossy upgrade-conflict upgrade-too-large nested-kept type-changed type-reused type-collision content-removed field-added-without-default field-added-optional field-type-changed field-reused field-removed required-added constraint-narrowed default-changed default-invalid digest-unknown-field searchable-unknown-field nested-unknown-field version-gap exempt-stale unclassified registry-unreadable registry-not-json registry-invalid digest-invalid upgrade-unknown-field keyword-invalid keyword-unknown keyword-unsupported pattern-invalid ref-unresolved ref-loop anchor-duplicated default-conflict default-endless default-in-common schema-too-large" -- "$current")
            fi
            ;;
        completions)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W "bash zsh fish" -- "$current")
            fi
            ;;
        *)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--registry --language -j --jobs -q --quiet --color -h --help --version" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W "audit migrate digest replay inspect merge registry explain completions" -- "$current")
            fi
            ;;
    esac
}
complete -F _msgreplay msgreplay
