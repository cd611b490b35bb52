import { Button, DatePicker, InputNumber } from 'antd'
import dayjs from 'dayjs'
import { formatWeekday } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { duty, type Need } from '#operations/duty/contract.ts'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import './needs.css'

export interface NeedsFormProps {
  /** The store; null while the form is closed. */
  store: { id: number; name: string } | null
  onClose: () => void
}

/** How many people a store needs on each shift: every day, on weekdays, and on special days such as 双11. */
export function NeedsForm({ store, onClose }: NeedsFormProps) {
  const { data } = useCall(duty.needs, { storeId: store?.id ?? 0 }, { enabled: store !== null })
  const loaded = data?.storeId === store?.id ? data : undefined
  return (
    <FormModal
      open={store !== null && loaded !== undefined}
      onClose={onClose}
      title={t('{name}每班要几个人', { name: store?.name ?? '' })}
      endpoint={duty.setNeeds}
      fixed={{ storeId: store?.id, seen: loaded?.needs }}
      defaults={{ needs: loaded?.needs ?? [] }}
      fields={[
        {
          key: 'needs',
          kind: 'custom',
          wide: true,
          hint: t(
            '空着的格子用前一列「每天」的人数；「每天」也空着时，店铺自己的班次要 1 人，其他班次不用人。',
          ),
          render: ({ value, onChange }) => (
            <NeedsFields
              needs={(value as Need[] | undefined) ?? []}
              usual={loaded?.shifts ?? []}
              onChange={(needs) => onChange?.(needs)}
            />
          ),
        },
      ]}
    />
  )
}

interface FieldsProps {
  needs: readonly Need[]
  /** The shifts of the store. */
  usual: readonly string[]
  onChange: (needs: Need[]) => void
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** A Monday, whose week gives the names of the weekdays. */
const SOME_MONDAY = '2026-05-18'
const weekdayName = (weekday: number) =>
  t(
    formatWeekday(
      dayjs(SOME_MONDAY)
        .add(weekday - 1, 'day')
        .format('YYYY-MM-DD'),
    ),
  )

const isAt = (need: Need, shift: string, weekday: number | null) =>
  need.shift === shift && need.on === null && need.weekday === weekday

function NeedsFields({ needs, usual, onChange }: FieldsProps) {
  const { rows, names } = useShifts()
  const codes = [...new Set([...rows.map(({ code }) => code), ...usual, ...needs.map(({ shift }) => shift)])]
  const headsAt = (shift: string, weekday: number | null) =>
    needs.find((need) => isAt(need, shift, weekday))?.heads
  const set = (shift: string, weekday: number | null, heads: number | null) => {
    const others = needs.filter((need) => !isAt(need, shift, weekday))
    const added = { shift, weekday, on: null, heads: heads ?? 0 }
    onChange(heads === null ? others : [...others, added])
  }
  return (
    <div className="needs">
      {codes.map((code) => {
        const name = names[code] ?? code
        const daily = headsAt(code, null)
        const fallback = daily ?? (usual.includes(code) ? 1 : 0)
        return (
          <fieldset key={code}>
            <legend>{name}</legend>
            {[null, ...WEEKDAYS].map((weekday) => {
              const label = weekday === null ? t('每天') : weekdayName(weekday)
              return (
                // biome-ignore lint/a11y/noLabelWithoutControl: the control is antd's number field.
                <label key={label}>
                  <span>{label}</span>
                  <InputNumber<number>
                    min={0}
                    max={99}
                    precision={0}
                    aria-label={t('{shift} {day} 人数', { shift: name, day: label })}
                    value={headsAt(code, weekday) ?? null}
                    placeholder={String(weekday === null ? Number(usual.includes(code)) : fallback)}
                    onChange={(heads) => set(code, weekday, heads)}
                  />
                </label>
              )
            })}
          </fieldset>
        )
      })}
      <SpecialDays needs={needs} codes={codes} onChange={onChange} />
    </div>
  )
}

interface SpecialProps extends Omit<FieldsProps, 'usual'> {
  codes: readonly string[]
}

/** Days that need another number: 双11, 618. */
function SpecialDays({ needs, codes, onChange }: SpecialProps) {
  const { names } = useShifts()
  const special = needs.filter(({ on }) => on !== null)
  const replace = (old: Need, next: Need | null) =>
    onChange(needs.flatMap((need) => (need === old ? (next ? [next] : []) : [need])))
  const add = () => {
    const last = special.at(-1)
    const on = dayjs(last?.on ?? undefined)
      .add(1, 'day')
      .format('YYYY-MM-DD')
    const shift = last?.shift ?? codes[0] ?? ''
    onChange([...needs, { shift, weekday: null, on, heads: last?.heads ?? 2 }])
  }
  return (
    <fieldset className="needs-special">
      <legend>{t('特别的日子')}</legend>
      {special.map((need, at) => (
        // Two rows may be equal while they are edited, so only the place names a row.
        <div key={String(at)} className="needs-day">
          <DatePicker
            aria-label={t('日期')}
            allowClear={false}
            value={dayjs(need.on)}
            onChange={(day) => day && replace(need, { ...need, on: day.format('YYYY-MM-DD') })}
          />
          <LocalSelect<string>
            none="fixed"
            aria-label={t('班次')}
            value={need.shift}
            options={codes.map((code) => ({ value: code, label: names[code] ?? code }))}
            onChange={(shift) => replace(need, { ...need, shift })}
          />
          <InputNumber<number>
            aria-label={t('人数')}
            min={0}
            max={99}
            precision={0}
            value={need.heads}
            suffix={t('人')}
            onChange={(heads) => replace(need, { ...need, heads: heads ?? 0 })}
          />
          <Button
            type="text"
            aria-label={t('删除这一行')}
            icon={<Icon name="close" />}
            onClick={() => replace(need, null)}
          />
        </div>
      ))}
      <Button type="dashed" icon={<Icon name="plus" />} onClick={add}>
        {t('添加一天')}
      </Button>
    </fieldset>
  )
}
