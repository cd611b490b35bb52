import { dayOf } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { FormPart } from '#kit/ui/form/declare.tsx'
import { ColourChoice } from './ColourChoice.tsx'
import { ShiftColour, type ShiftRow, shifts } from './contract.ts'
import { lengthOf, minutesOf } from './rules.ts'
import { shiftName } from './ui/useShifts.tsx'

/** The open form, and the row that it is about. */
export type ShiftStep = { kind: 'new' } | { kind: 'change' | 'correct' | 'end'; row: ShiftRow }

interface Props {
  step: ShiftStep | null
  /** The shifts of the company, for a colour that none of them has. */
  rows: readonly ShiftRow[]
  onClose: () => void
}

/** The forms of 班次: add, change from a day on, correct, end. */
export function ShiftForms({ step, rows, onClose }: Props) {
  const row = step && step.kind !== 'new' ? step.row : null
  const rowFor = (kind: ShiftStep['kind']) => (step?.kind === kind ? row : null)
  return (
    <>
      <FormModal
        open={step?.kind === 'new'}
        onClose={onClose}
        title={t('添加班次')}
        endpoint={shifts.create}
        columns={2}
        defaults={{ breakMinutes: 0, counts: 1, colour: freeColour(rows), fromOn: dayOf(new Date()) }}
        fields={[...timeFields(), { key: 'fromOn', kind: 'day', notClearable: true }]}
        doneText={t('已添加，可以用它分配和排班了')}
      />
      <ChangeForm row={rowFor('change')} onClose={onClose} />
      <CorrectForm row={rowFor('correct')} onClose={onClose} />
      <EndForm row={rowFor('end')} onClose={onClose} />
    </>
  )
}

interface StepProps {
  /** Null: the form is closed. */
  row: ShiftRow | null
  onClose: () => void
}

function ChangeForm({ row, onClose }: StepProps) {
  const now = dayOf(new Date())
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('从某天起改{name}', nameIn(row))}
      endpoint={shifts.change}
      isAction
      record={valuesOf(row)}
      columns={2}
      defaults={{ fromOn: row && row.fromOn > now ? row.fromOn : now }}
      fields={[
        {
          key: 'fromOn',
          kind: 'day',
          notClearable: true,
          wide: true,
          hint: t('从这天起按新的算，之前的日子不变'),
        },
        ...timeFields(),
      ]}
      doneText={t('已改，之前的日子不变')}
    />
  )
}

function CorrectForm({ row, onClose }: StepProps) {
  const fromOn = row?.fromOn ?? ''
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('更正{name}', nameIn(row))}
      endpoint={shifts.change}
      isAction
      record={valuesOf(row)}
      fixed={{ fromOn }}
      columns={2}
      fields={[{ section: t('从 {day} 起的每一天都按更正后的算', { day: fromOn }) }, ...timeFields()]}
    />
  )
}

function EndForm({ row, onClose }: StepProps) {
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('停用班次{name}', nameIn(row))}
      endpoint={shifts.end}
      isAction
      record={valuesOf(row)}
      defaults={{ toOn: dayOf(new Date()) }}
      fields={[
        {
          key: 'toOn',
          kind: 'day',
          notClearable: true,
          hint: t('之后不能再用它排班；以前的排班和日志不变'),
        },
      ]}
      doneText={t('已停用')}
    />
  )
}

const nameIn = (row: ShiftRow | null) => ({ name: row ? shiftName(row) : '' })

/** A row as values of the form: hours are left empty if they follow from the times. */
function valuesOf(row: ShiftRow | null) {
  if (!row) return undefined
  const length = lengthOf({ starts: minutesOf(row.from), ends: minutesOf(row.to) })
  const isUsual = row.hours * 60 === length - row.breakMinutes
  return { ...row, to: row.to === '00:00' ? '24:00' : row.to, hours: isUsual ? undefined : row.hours }
}

/** The first colour that no current shift has. */
function freeColour(rows: readonly ShiftRow[]) {
  const taken = new Set(rows.filter(({ toOn }) => toOn === null).map(({ colour }) => colour))
  return ShiftColour.options.find((colour) => !taken.has(colour)) ?? 'green'
}

type Key = 'name' | 'mark' | 'from' | 'to' | 'breakMinutes' | 'hours' | 'counts' | 'colour'

const timeFields = (): FormPart<Key>[] => [
  { key: 'name', placeholder: t('如：大夜') },
  { key: 'mark', placeholder: t('一个字，如：大') },
  { key: 'from', placeholder: '23:00' },
  { key: 'to', placeholder: '07:00', hint: t('不晚于上班时间就是第二天') },
  { key: 'breakMinutes', kind: 'number', min: 0, max: 480, step: 15 },
  {
    key: 'hours',
    kind: 'number',
    min: 0.5,
    max: 16,
    step: 0.5,
    suffix: t('小时'),
    placeholder: t('不填就照时间算'),
  },
  {
    key: 'counts',
    kind: 'select',
    options: [0.5, 1, 1.5, 2].map((n) => ({ value: n, label: t('{n} 个班', { n }) })),
    hint: t('一周的班次数按它合计'),
  },
  { key: 'colour', kind: 'custom', render: (control) => <ColourChoice {...control} /> },
]
