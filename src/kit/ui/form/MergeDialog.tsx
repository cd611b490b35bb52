import { Button, Modal, Radio } from 'antd'
import { useState } from 'react'
import * as z from 'zod'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useOptions } from '#kit/ui/useOptions.tsx'
import type { Field } from './declare.tsx'
import { fieldText } from './fieldText.tsx'
import type { Difference, Side } from './merge.ts'
import type { Values } from './values.ts'
import './MergeDialog.css'

interface Props {
  /** The record as it was when the form was opened, and as another user has saved it since. */
  base: Values
  current: Values
  changes: readonly Difference[]
  fields: readonly Field[]
  labelOf: (key: string) => string
  /** Saves on top of the newer record, with a side for each contested field. */
  onMerge: (choices: Record<string, Side>) => void
  /** Continues with the newer record without the user's own changes. */
  onDiscard: () => void
  /** Returns to the form without a decision. */
  onLeave: () => void
}

const WIDTH = 760

/**
 * Shown if another user saved first: lists the changes of both field by field, asks for a choice where they conflict,
 * and merges the others.
 */
export function MergeDialog(props: Props) {
  const { current, changes, onMerge, onDiscard, onLeave } = props
  const [choices, setChoices] = useState<Record<string, Side>>({})
  const open = changes.filter(({ key, by }) => by === 'both' && !choices[key]).length
  return (
    <TouchSize>
      <Modal
        open
        width={WIDTH}
        title={t('这条记录刚被别人修改过')}
        onCancel={onLeave}
        mask={{ closable: false }}
        footer={
          <div className="merge-footer">
            <span role="status">{open > 0 && t('还有 {n} 项要选择用谁的', { n: open })}</span>
            <Button danger onClick={onDiscard}>
              {t('放弃我的修改')}
            </Button>
            <Button onClick={onLeave}>{t('返回表单')}</Button>
            <Button type="primary" disabled={open > 0} onClick={() => onMerge(choices)}>
              {t('合并并保存')}
            </Button>
          </div>
        }
      >
        <p className="merge-words">{wordsOf(current, changes)}</p>
        {changes.length > 0 && <MergeTable {...props} choices={choices} onChoose={setChoices} />}
      </Modal>
    </TouchSize>
  )
}

const Author = z.object({ updatedByName: z.string().nullish(), updatedAt: z.string().optional() })

function authorOf(current: Values) {
  const { updatedByName, updatedAt } = Author.safeParse(current).data ?? {}
  return { name: updatedByName ?? t('别人'), at: updatedAt ? formatInstant(updatedAt) : '' }
}

function wordsOf(current: Values, changes: readonly Difference[]): string {
  const { name, at } = authorOf(current)
  const saved = at ? t('{name} 于 {at} 保存了修改。', { name, at }) : t('别人保存了修改。')
  if (changes.length === 0) return saved + t('与您填写的没有不同，可以继续。')
  const contested = changes.some(({ by }) => by === 'both')
  return (
    saved +
    (contested
      ? t('你们改了同一项的，请选择用谁的；其余各改各的，会自动合并。')
      : t('你们改的不是同一项，合并后两边的修改都保留。'))
  )
}

type TableProps = Props & {
  choices: Record<string, Side>
  onChoose: (choices: Record<string, Side>) => void
}

/** Contested fields come first. */
function MergeTable(props: TableProps) {
  const { current, changes, choices, onChoose } = props
  const ordered = [...changes].sort((a, b) => Number(b.by === 'both') - Number(a.by === 'both'))
  return (
    <table className="merge-table">
      <thead>
        <tr>
          <th scope="col">{t('字段')}</th>
          <th scope="col">{t('您打开时')}</th>
          <th scope="col">{t('{name}保存的', { name: authorOf(current).name })}</th>
          <th scope="col">{t('我的')}</th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((change) => (
          <MergeRow
            key={change.key}
            {...props}
            change={change}
            side={change.by === 'both' ? choices[change.key] : change.by}
            onSide={(side) => onChoose({ ...choices, [change.key]: side })}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = Pick<Props, 'base' | 'current' | 'fields' | 'labelOf'> & {
  change: Difference
  side: Side | undefined
  onSide: (side: Side) => void
}

function MergeRow({ change, side, onSide, base, current, fields, labelOf }: RowProps) {
  const { key, before, theirs, mine, by } = change
  const field = fields.find((one) => one.key === key)
  if (!field) return null
  const label = labelOf(key)
  const shown = (value: unknown, record: Values) => <FieldValue field={field} value={value} record={record} />
  const option = (which: Side, words: string) =>
    by === 'both' ? (
      <Radio
        name={key}
        checked={side === which}
        onChange={() => onSide(which)}
        aria-label={`${label} ${words}`}
      >
        {words}
      </Radio>
    ) : (
      side === which && <small className="merge-auto">{t('自动合并')}</small>
    )
  const cell = (which: Side) => (side === which ? 'merge-side merge-kept' : 'merge-side')
  return (
    <tr className={by === 'both' ? 'merge-contested' : undefined}>
      <th scope="row">{label}</th>
      <td data-title={t('您打开时')}>{shown(before, base)}</td>
      <td data-title={t('对方保存的')} className={cell('theirs')}>
        {by !== 'mine' && shown(theirs, current)}
        {by === 'mine' ? <span className="merge-none">{t('没有改')}</span> : option('theirs', t('用他的'))}
      </td>
      <td data-title={t('我的')} className={cell('mine')}>
        {by !== 'theirs' && shown(mine, base)}
        {by === 'theirs' ? <span className="merge-none">{t('没有改')}</span> : option('mine', t('用我的'))}
      </td>
    </tr>
  )
}

interface FieldValueProps {
  field: Field
  value: unknown
  /** The record that contains the value; it may contain the name for an id. */
  record: Values
}

/** Formats a field's value; fetches the name of a record that was only just chosen. */
function FieldValue({ field, value, record }: FieldValueProps) {
  const named = field.kind === 'picker' && field.nameKey && record[field.key] === value
  if (field.kind === 'picker' && typeof value === 'number' && !named) {
    return <ChosenName field={field} id={value} />
  }
  return fieldText(field, value, record)
}

function ChosenName({ field, id }: { field: Extract<Field, { kind: 'picker' }>; id: number }) {
  const { options } = useOptions(field.options, field.query ?? {}, '', [id])
  return options.find((option) => option.id === id)?.name ?? String(id)
}
