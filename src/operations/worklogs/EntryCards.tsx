import { Input } from 'antd'
import { platformNames } from '#clients/stores/rules.ts'
import { formatCount, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { meanText } from './AwaitedStores.tsx'
import { type EntryLine, isOpen, replyRateOf, withEdits } from './entry.ts'
import { FIGURES, type FigureKey, figureProblem } from './figureTexts.ts'
import { LineSourceTag } from './LineSourceTag.tsx'
import type { EntryState } from './useEntry.tsx'
import type { EntryProblems } from './useSendEntry.tsx'

const NAMES: Record<FigureKey, string> = {
  consultUsers: '咨询人数',
  handledUsers: '接待人数',
  unreplied: '未回复',
  rate3minBp: '回复率',
  frtSec: '首响',
  artSec: '平均响应',
  satisfied: '满意',
  evaluated: '评价',
}

interface Props {
  lines: readonly EntryLine[]
  change: EntryState['change']
  problems: EntryProblems
  editable: boolean
}

/** On phones, each store is a card; stores without imported figures come first. */
export function EntryCards({ lines, change, problems, editable }: Props) {
  const open = lines.filter(({ line }) => line.source !== 'imported')
  const locked = lines.filter(({ line }) => line.source === 'imported')
  return (
    <ul className="entry-cards">
      {[...open, ...locked].map((line) => (
        <li key={line.key} className="entry-store">
          <div className="entry-store-head">
            <div>
              <strong>{line.line.storeName}</strong>
              <small>
                {[t(platformNames[line.line.platform]), line.line.nick, meanText(line.line)]
                  .filter(Boolean)
                  .join(' ')}
              </small>
            </div>
            <LineSourceTag line={line} />
          </div>
          {editable && line.line.source !== 'imported' ? (
            <CardFields line={line} change={change} serverProblems={problems.cells.get(line.key)} />
          ) : (
            <CardFigures line={line} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface FieldsProps {
  line: EntryLine
  change: EntryState['change']
  serverProblems: Readonly<Record<string, string>> | undefined
}

function CardFields({ line, change, serverProblems }: FieldsProps) {
  const type = (key: FigureKey, text: string) =>
    change((now) => withEdits(now, [{ row: line.key, column: key, text }]))
  const isNeeded = line.line.figureSource === 'keyed'
  return (
    <div className="entry-store-fields">
      {FIGURES.filter((key) => isOpen(line, key)).map((key) => {
        const local = figureProblem(key, line.texts)
        const problem = serverProblems?.[key] ?? (local && t(local))
        return (
          <div key={key}>
            <label htmlFor={`${line.key} ${key}`}>{t(NAMES[key])}</label>
            <Input
              id={`${line.key} ${key}`}
              inputMode="decimal"
              autoComplete="off"
              className={isNeeded && !line.texts[key] ? 'entry-need' : undefined}
              placeholder={t(placeholderOf(key))}
              value={line.texts[key] ?? ''}
              status={problem ? 'error' : undefined}
              aria-invalid={problem !== undefined}
              onChange={(event) => type(key, event.target.value)}
            />
            {problem && <small className="entry-problem">{problem}</small>}
          </div>
        )
      })}
    </div>
  )
}

function placeholderOf(key: FigureKey): string {
  if (key === 'rate3minBp') return '%'
  return key === 'frtSec' || key === 'artSec' ? '秒' : '填写'
}

function CardFigures({ line }: { line: EntryLine }) {
  const rate = replyRateOf(line)
  const { targetReplyRateBp } = line.line
  const isLow = rate !== null && targetReplyRateBp !== null && rate < targetReplyRateBp
  return (
    <dl className="entry-store-figures">
      <div>
        <dt>{t('接待')}</dt>
        <dd>{formatCount(line.figures.handledUsers)}</dd>
      </div>
      <div>
        <dt>{t('回复率')}</dt>
        <dd className={isLow ? 'entry-low' : undefined}>{formatRate(rate)}</dd>
      </div>
    </dl>
  )
}
