#compdef msgreplay
# zsh completion for msgreplay, made by `msgreplay completions zsh`.

_msgreplay_registry() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C -S \
        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
        '--language=[Language of digests, such as en or zh.]:TAG: ' \
        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
        '(-h --help)'{-h,--help}'[Show help and stop.]' \
        '--version[Show the version and stop.]' \
        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command)
            local -a commands=(
                'check:Say what a registry'\''s newer versions break'
                'diff:Say what differs between two versions, and whom it hurts'
                'show:Say what a registry holds'
                'infer:Draft definitions of the types that archives hold and a registry doesn'\''t'
            )
            _describe command commands
            ;;
        argument)
            case $line[1] in
                check)
                    _arguments -S \
                        '--format=[text, json, markdown or sarif (2.1.0).]:FORMAT:(text json markdown sarif)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '1:DIR:_files'
                    ;;
                diff)
                    _arguments -S \
                        '--format=[text, json or markdown.]:FORMAT:(text json markdown)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '*--at-risk=[Count the messages of ARCHIVE that each change concerns\: those that somebody can'\''t read any more, or reads differently. Repeatable; archives may also stand behind B.]:ARCHIVE:_files' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:DIR A B:_files'
                    ;;
                show)
                    _arguments -S \
                        '--at=[Show version N.]:N: ' \
                        '--format=[text, markdown, json or json-schema.]:FORMAT:(text markdown json json-schema)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '1:DIR|wukongim:_files'
                    ;;
                infer)
                    _arguments -S \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '*--channel=[Only this channel, such as 2\:g1. Repeatable.]:KEY: ' \
                        '*--from=[Only messages of this sender. Repeatable.]:UID: ' \
                        '*--type=[Only this content type\: a number, a name in the registry, or a string, quoted if it looks like those. Repeatable.]:T: ' \
                        '--since=[Only from this time on\: 2021-03-01, 2021-03-01T08\:00\:00+08\:00, or ms since 1970.]:TIME: ' \
                        '--until=[Only before this time; a date includes its day. UTC without a zone.]:TIME: ' \
                        '--limit=[Stop reading after N matching records.]:N: ' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:ARCHIVE:_files'
                    ;;
            esac
            ;;
    esac
}

_msgreplay() {
    local context state state_descr line
    typeset -A opt_args
    _arguments -C -S \
        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
        '--language=[Language of digests, such as en or zh.]:TAG: ' \
        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
        '(-h --help)'{-h,--help}'[Show help and stop.]' \
        '--version[Show the version and stop.]' \
        '1:command:->command' \
        '*::argument:->argument'
    case $state in
        command)
            local -a commands=(
                'audit:Say which content types are in archives and what clients can'\''t read'
                'migrate:Bring an archive to a newer registry version without losing a byte'
                'digest:Report what was talked about: how much, by whom, when and about what'
                'replay:Show history as a client would, or feed it to another program'
                'inspect:Say what an archive is made of and whether its manifest holds'
                'merge:Join JSON reports of audit or migrate into one'
                'registry:Check, compare, show and draft registries'
                'explain:Say what a finding means, whom it breaks and what to do'
                'completions:Print the completion script for a shell'
            )
            _describe command commands
            ;;
        argument)
            case $line[1] in
                audit)
                    _arguments -S \
                        '--at=[Decode as clients of registry version N do.]:N: ' \
                        '--format=[text, json, markdown or html.]:FORMAT:(text json markdown html)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--findings=[Write every finding as one JSON line; compressed if FILE ends in .gz.]:FILE:_files' \
                        '--quarantine=[Write the lines of malformed and unknown records as they stood; compressed if FILE ends in .gz.]:FILE:_files' \
                        '--examples=[Examples to keep for each finding.]:N: ' \
                        '--no-values[Never quote values in details\: say their type and length instead.]' \
                        '--fail-on=[Exit with status 1 if anything is found at this level or at a worse one.]:LEVEL:(malformed unknown warning)' \
                        '*--channel=[Only this channel, such as 2\:g1. Repeatable.]:KEY: ' \
                        '*--from=[Only messages of this sender. Repeatable.]:UID: ' \
                        '*--type=[Only this content type\: a number, a name in the registry, or a string, quoted if it looks like those. Repeatable.]:T: ' \
                        '--since=[Only from this time on\: 2021-03-01, 2021-03-01T08\:00\:00+08\:00, or ms since 1970.]:TIME: ' \
                        '--until=[Only before this time; a date includes its day. UTC without a zone.]:TIME: ' \
                        '--match=[Only messages whose searchable text holds TEXT, case aside.]:TEXT: ' \
                        '--limit=[Stop reading after N matching records.]:N: ' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:ARCHIVE:_files'
                    ;;
                migrate)
                    _arguments -S \
                        '(-o --output)'{-o+,--output=}'[Where the new archive goes; - is standard output, for single files.]:OUT:_files' \
                        '--to=[Bring payloads to registry version N.]:N: ' \
                        '--malformed=[What is done with malformed records\: kept as they stand; repaired where their schema'\''s defaults, Base64 padding or a type as a number are all that is missing; left out (not in wkdb forms); or the first one stops the run.]:POLICY:(keep repair drop fail)' \
                        '--dry-run[Do all but writing the archive.]' \
                        '--overwrite[Replace what is at OUT, once the new archive is whole.]' \
                        '--resume[Go on from what an interrupted run left.]' \
                        '--report=[Write the report as JSON too.]:FILE:_files' \
                        '--quarantine=[Write the lines of records that stay malformed or unknown, as they stood; compressed if FILE ends in .gz.]:FILE:_files' \
                        '--examples=[Examples to keep for each finding.]:N: ' \
                        '--level=[How strongly to compress, from 0 to 9.]:N: ' \
                        '--no-verify[Don'\''t read the new archive back before it gets its name.]' \
                        '--tmp=[Where a tar'\''s files are kept until they are joined.]:DIR:_files' \
                        '--fail-on=[Exit with status 1 if the source holds anything at this level or at a worse one that upgrading doesn'\''t mend; the output stands all the same.]:LEVEL:(malformed unknown warning)' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '1:ARCHIVE:_files'
                    ;;
                digest)
                    _arguments -S \
                        '--by=[Group by channel, sender, day or type.]:WHAT:(channel sender day type)' \
                        '--at=[Read payloads at registry version N.]:N: ' \
                        '--raw[Read payloads as they stand, as clients of that version do, without upgrading them.]' \
                        '--format=[text, json, csv, markdown or html.]:FORMAT:(text json csv markdown html)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--tmp=[Where what doesn'\''t fit into memory is kept.]:DIR:_files' \
                        '*--channel=[Only this channel, such as 2\:g1. Repeatable.]:KEY: ' \
                        '*--from=[Only messages of this sender. Repeatable.]:UID: ' \
                        '*--type=[Only this content type\: a number, a name in the registry, or a string, quoted if it looks like those. Repeatable.]:T: ' \
                        '--since=[Only from this time on\: 2021-03-01, 2021-03-01T08\:00\:00+08\:00, or ms since 1970.]:TIME: ' \
                        '--until=[Only before this time; a date includes its day. UTC without a zone.]:TIME: ' \
                        '--match=[Only messages whose searchable text holds TEXT, case aside.]:TEXT: ' \
                        '--limit=[Stop reading after N matching records.]:N: ' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:ARCHIVE:_files'
                    ;;
                replay)
                    _arguments -S \
                        '--format=[text, or jsonl\: an object a message.]:FORMAT:(text jsonl)' \
                        '--at=[Read payloads at registry version N.]:N: ' \
                        '--raw[Decode payloads as they stand, as clients of that version do, without upgrading them.]' \
                        '--order=[archive\: as messages stand; time\: sorted over all channels and archives.]:ORDER:(archive time)' \
                        '--rate=[How fast\: 1x is as fast as it was, 60x is 60 times as fast, 20/s is 20 messages a second.]:PACE: ' \
                        '--tz=[Time zone of text, such as Europe/Berlin.]:ZONE: ' \
                        '--tmp=[Where what doesn'\''t fit into memory is kept.]:DIR:_files' \
                        '*--channel=[Only this channel, such as 2\:g1. Repeatable.]:KEY: ' \
                        '*--from=[Only messages of this sender. Repeatable.]:UID: ' \
                        '*--type=[Only this content type\: a number, a name in the registry, or a string, quoted if it looks like those. Repeatable.]:T: ' \
                        '--since=[Only from this time on\: 2021-03-01, 2021-03-01T08\:00\:00+08\:00, or ms since 1970.]:TIME: ' \
                        '--until=[Only before this time; a date includes its day. UTC without a zone.]:TIME: ' \
                        '--match=[Only messages whose searchable text holds TEXT, case aside.]:TEXT: ' \
                        '--limit=[Stop reading after N matching records.]:N: ' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:ARCHIVE:_files'
                    ;;
                inspect)
                    _arguments -S \
                        '--format=[text or json.]:FORMAT:(text json)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:ARCHIVE:_files'
                    ;;
                merge)
                    _arguments -S \
                        '--format=[text, json, markdown or html.]:FORMAT:(text json markdown html)' \
                        '(-o --output)'{-o+,--output=}'[Write the result to FILE, whole or not at all.]:FILE:_files' \
                        '--examples=[Examples to keep for each finding.]:N: ' \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '*:REPORT:_files'
                    ;;
                registry)
                    _msgreplay_registry
                    ;;
                explain)
                    _arguments -S \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '1:CODE:(record-not-json record-too-deep record-incomplete payload-base64 payload-empty payload-not-json payload-too-deep payload-not-object payload-encrypted type-missing type-invalid type-unknown type-retired field-missing field-type field-enum field-range field-length field-pattern field-undeclared field-constraint base64-urlsafe member-duplicated string-surrogate id-mismatch id-invalid type-disagrees time-unit sequence-broken byte-order-mark version-invalid default-ignored upgrade-lossy upgrade-conflict upgrade-too-large nested-kept type-changed type-reused type-collision content-removed field-added-without-default field-added-optional field-type-changed field-reused field-removed required-added constraint-narrowed default-changed default-invalid digest-unknown-field searchable-unknown-field nested-unknown-field version-gap exempt-stale unclassified registry-unreadable registry-not-json registry-invalid digest-invalid upgrade-unknown-field keyword-invalid keyword-unknown keyword-unsupported pattern-invalid ref-unresolved ref-loop anchor-duplicated default-conflict default-endless default-in-common schema-too-large)'
                    ;;
                completions)
                    _arguments -S \
                        '--registry=[The registry\: a series'\'' directory, or one version'\''s file.]:DIR or FILE:_files' \
                        '--language=[Language of digests, such as en or zh.]:TAG: ' \
                        '(-j --jobs)'{-j+,--jobs=}'[Worker threads.]:N: ' \
                        '(-q --quiet)'{-q,--quiet}'[No progress line.]' \
                        '--color=[When to colour text\: auto, always or never.]:WHEN:(auto always never)' \
                        '(-h --help)'{-h,--help}'[Show help and stop.]' \
                        '--version[Show the version and stop.]' \
                        '1:SHELL:(bash zsh fish)'
                    ;;
            esac
            ;;
    esac
}

_msgreplay "$@"
