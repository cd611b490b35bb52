import { InputNumber } from 'antd'
import { useRef } from 'react'
import { PricingPart } from '#clients/stores/PricingPart.tsx'
import { PricingTiers, type TierDraft } from '#clients/stores/PricingTiers.tsx'
import { modelNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { useInnerProblems } from '#kit/ui/form/useInnerProblems.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PercentInput } from '#kit/ui/PercentInput.tsx'
import './PricingPicker.css'

/** A price that is being edited; any part may be missing. */
type Draft = { model?: keyof typeof modelNames; tiers?: TierDraft[] } & Record<string, unknown>

interface Part {
  key: string
  label: string
  kind: 'money' | 'percent' | 'count'
}

/** The input fields of each model, except tiers. */
const PARTS: Record<keyof typeof modelNames, Part[]> = {
  fixed: [{ key: 'monthlyCents', label: '月费', kind: 'money' }],
  tier: [],
  included: [
    { key: 'monthlyCents', label: '月费', kind: 'money' },
    { key: 'includedDaily', label: '每天包量（人）', kind: 'count' },
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

/** The pricing model and its parameters as one form field. */
export function PricingPicker({ id, value, onChange, problems }: ControlProps) {
  const draft = (value ?? {}) as Draft
  const place = useRef<HTMLDivElement>(null)
  const innerProblems = useInnerProblems(problems, place)
  const set = (key: string, part: unknown) => {
    innerProblems.touch(key)
    onChange?.({ ...draft, [key]: part })
  }
  const choose = (model: Draft['model']) => {
    // The fields of the new model are untouched, so they have no errors yet.
    innerProblems.move(() => [])
    onChange?.(model === 'tier' ? { model, tiers: [{}, { upTo: null }] } : { model })
  }
  return (
    <div ref={place} className="pricing-field">
      <LocalSelect
        none="fixed"
        id={id}
        className="wide-control"
        value={draft.model}
        placeholder={t('请选择')}
        options={choicesOf(modelNames)}
        onChange={choose}
      />
      {draft.model && draft.model !== 'tier' && (
        <div className="pricing-parts">
          {PARTS[draft.model].map((part) => (
            <PartField
              key={part.key}
              part={part}
              error={innerProblems.at(part.key)}
              value={draft[part.key]}
              onChange={(next) => set(part.key, next)}
            />
          ))}
        </div>
      )}
      {draft.model === 'tier' && (
        <PricingTiers
          tiers={draft.tiers ?? []}
          innerProblems={innerProblems}
          onChange={(tiers) => set('tiers', tiers)}
        />
      )}
    </div>
  )
}

interface PartProps {
  part: Part
  error: string | undefined
  value: unknown
  onChange: (value: unknown) => void
}

function PartField({ part, error, value, onChange }: PartProps) {
  const label = t(part.label)
  return (
    <PricingPart label={label} error={error}>
      {part.kind === 'money' && <MoneyInput value={value as never} onChange={onChange} aria-label={label} />}
      {part.kind === 'percent' && (
        <PercentInput value={value as never} onChange={onChange} aria-label={label} />
      )}
      {part.kind === 'count' && <CountInput label={label} value={value as number} onChange={onChange} />}
    </PricingPart>
  )
}

function CountInput({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (n: unknown) => void
}) {
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
