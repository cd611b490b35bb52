import { Button, InputNumber, Select } from 'antd'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'
import { modelNames } from './rules.ts'
import './PricingField.css'

/** A price that is being typed: any part of it may lack. */
type Draft = { model?: keyof typeof modelNames; tiers?: TierDraft[] } & Record<string, unknown>
interface TierDraft {
  upTo?: number | null
  monthlyCents?: number | undefined
}

interface Part {
  key: string
  label: string
  kind: 'money' | 'percent' | 'count'
}

/** What each model asks for, beside tiers. */
const PARTS: Record<keyof typeof modelNames, Part[]> = {
  fixed: [{ key: 'monthlyCents', label: '月费', kind: 'money' }],
  tier: [],
  included: [
    { key: 'monthlyCents', label: '月费', kind: 'money' },
    { key: 'includedDaily', label: '每天含量（人）', kind: 'count' },
    { key: 'overageCents', label: '超量每人', kind: 'money' },
  ],
  commission: [
    { key: 'baseCents', label: '底薪（月）', kind: 'money' },
    { key: 'rateBp', label: '提成比例', kind: 'percent' },
  ],
  daily: [{ key: 'dayCents', label: '每天单价', kind: 'money' }],
  hourly: [
    { key: 'hourCents', label: '每小时单价', kind: 'money' },
    { key: 'hoursPerDay', label: '每天工时', kind: 'count' },
  ],
}

/** The price model and what it needs, as one field of a form. */
export function PricingField({ id, value, onChange }: ControlProps) {
  const draft = (value ?? {}) as Draft
  const set = (more: object) => onChange?.({ ...draft, ...more })
  return (
    <div className="pricing-field">
      <Select
        id={id}
        className="wide-control"
        value={draft.model}
        placeholder={t('请选择')}
        options={choicesOf(modelNames)}
        onChange={(model) =>
          onChange?.(model === 'tier' ? { model, tiers: [{}, { upTo: null }] } : { model })
        }
      />
      {draft.model && draft.model !== 'tier' && (
        <div className="pricing-parts">
          {PARTS[draft.model].map((part) => (
            <PartField
              key={part.key}
              part={part}
              value={draft[part.key]}
              onChange={(next) => set({ [part.key]: next })}
            />
          ))}
        </div>
      )}
      {draft.model === 'tier' && <Tiers tiers={draft.tiers ?? []} onChange={(tiers) => set({ tiers })} />}
    </div>
  )
}

interface PartProps {
  part: Part
  value: unknown
  onChange: (value: unknown) => void
}

function PartField({ part, value, onChange }: PartProps) {
  const label = t(part.label)
  return (
    <div className="pricing-part">
      <span aria-hidden>{label}</span>
      {part.kind === 'money' && <MoneyInput value={value as never} onChange={onChange} aria-label={label} />}
      {part.kind === 'percent' && (
        <PercentInput value={value as never} onChange={onChange} aria-label={label} />
      )}
      {part.kind === 'count' && <Count label={label} value={value as number} onChange={onChange} />}
    </div>
  )
}

function Count({ label, value, onChange }: { label: string; value: number; onChange: (n: unknown) => void }) {
  return (
    <InputNumber
      className="wide-control"
      aria-label={label}
      controls={false}
      min={1}
      value={value}
      onChange={(number) => onChange(number ?? undefined)}
    />
  )
}

/** Tiers by the daily mean; the last has no limit. */
function Tiers({ tiers, onChange }: { tiers: TierDraft[]; onChange: (tiers: TierDraft[]) => void }) {
  const last = tiers.length - 1
  const set = (at: number, more: TierDraft) =>
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...more } : tier)))
  return (
    <div className="pricing-tiers">
      {tiers.map((tier, at) => (
        <TierRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
          key={at}
          tier={tier}
          at={at}
          isLast={at === last}
          onChange={(more) => set(at, more)}
          onRemove={tiers.length > 2 ? () => onChange(tiers.filter((_, index) => index !== at)) : undefined}
        />
      ))}
      <Button
        type="dashed"
        disabled={tiers.length >= 10}
        onClick={() => onChange([...tiers.slice(0, last), {}, ...tiers.slice(last)])}
      >
        {t('加一档')}
      </Button>
    </div>
  )
}

interface TierProps {
  tier: TierDraft
  at: number
  /** The last has no limit, and stays. */
  isLast: boolean
  onChange: (more: TierDraft) => void
  onRemove: (() => void) | undefined
}

function TierRow({ tier, at, isLast, onChange, onRemove }: TierProps) {
  const n = at + 1
  return (
    <div className="pricing-tier">
      {isLast ? (
        <span className="pricing-rest">{t('超过上一档')}</span>
      ) : (
        <InputNumber
          aria-label={t('第 {n} 档日均上限', { n })}
          placeholder={t('日均上限')}
          controls={false}
          min={1}
          value={tier.upTo}
          onChange={(upTo) => onChange({ upTo })}
        />
      )}
      <MoneyInput
        aria-label={t('第 {n} 档月费', { n })}
        value={tier.monthlyCents}
        onChange={(monthlyCents) => onChange({ monthlyCents: monthlyCents as number })}
      />
      <Button
        type="text"
        aria-label={t('删除第 {n} 档', { n })}
        icon={<Icon name="close" />}
        disabled={isLast || !onRemove}
        onClick={onRemove}
      />
    </div>
  )
}
