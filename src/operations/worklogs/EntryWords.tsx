import { Button, Input } from 'antd'
import { memo, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { WorklogDay } from './contractDay.ts'
import type { Entry, WordKey } from './entry.ts'
import type { EntryState } from './useEntry.tsx'
import type { EntryProblems } from './useSendEntry.tsx'

const MAX_CHARACTERS = 2000

interface Props {
  day: WorklogDay
  words: Entry['words']
  problems: EntryProblems['fields']
  editable: boolean
  change: EntryState['change']
}

/** What every log has comes first; the others are folded on phones until they are needed. */
const FIRST: readonly WordKey[] = ['summary', 'handover']
const SECOND: readonly WordKey[] = ['problems', 'suggestions']

/** Summary and the handover note for the next shift, then problems and suggestions. */
export const EntryWords = memo(({ day, words, problems, editable, change }: Props) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const phone = usePhone()
  const shifts = useShifts()
  // Once shown, the fields stay, also if their text is deleted.
  if (!isUnfolded && SECOND.some((key) => words[key] || problems[key])) setUnfolded(true)
  const isFolded = phone && editable && !isUnfolded
  return (
    <div className="entry-words">
      {(isFolded ? FIRST : [...FIRST, ...SECOND]).map((key) => (
        <Words
          key={key}
          name={key}
          label={labelOf(key, day, shifts)}
          about={key === 'handover' && day.next ? t('{names}会看到', { names: namesOf(day.next) }) : ''}
          hint={hintOf(key, day)}
          value={words[key]}
          problem={problems[key]}
          disabled={!editable}
          onChange={(text) => change((now: Entry) => ({ ...now, words: { ...now.words, [key]: text } }))}
        />
      ))}
      {isFolded && (
        <Button type="link" icon={<Icon name="plus" />} onClick={() => setUnfolded(true)}>
          {t('写问题或建议')}
        </Button>
      )}
    </div>
  )
})

const namesOf = ({ names }: NonNullable<WorklogDay['next']>) => names.join(t('、'))

interface FieldProps {
  name: WordKey
  label: string
  /** Who reads it, next to the label. */
  about: string
  hint: string
  value: string
  problem: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}

function Words({ name, label, about, hint, value, problem, disabled, onChange }: FieldProps) {
  const id = `entry-${name}`
  return (
    <div>
      <label htmlFor={id} className={name === 'summary' ? 'entry-required' : undefined}>
        {label}
      </label>
      {about && <small className="entry-quiet">{about}</small>}
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 3, maxRows: 10 }}
        maxLength={MAX_CHARACTERS}
        placeholder={disabled ? '' : hint}
        value={value}
        disabled={disabled}
        status={problem ? 'error' : undefined}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && (
        <small id={`${id}-problem`} className="entry-problem">
          {problem}
        </small>
      )}
    </div>
  )
}

function labelOf(key: WordKey, { next }: WorklogDay, { nameOf }: Shifts): string {
  if (key === 'summary') return t('今日小结')
  if (key === 'problems') return t('问题')
  if (key === 'suggestions') return t('建议')
  return next ? t('交接给{shift}', { shift: nameOf(next.shift, next.on) }) : t('交接')
}

function hintOf(key: WordKey, { next }: WorklogDay): string {
  if (key === 'summary') return t('例如：上午退换咨询集中，4 位买家未回复，已逐个补发')
  if (key === 'problems') return t('例如：运费险说明与详情页不一致')
  if (key === 'suggestions') return t('例如：请运营更新详情页')
  if (!next) return t('没有接班的客服时，只留在日志里')
  return t('例如：尾号 4471 待仓库回复，买家 18:00 后再问')
}
