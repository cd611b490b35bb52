import { Button, InputNumber } from 'antd'
import { t } from '#kit/text.ts'
import type { InnerMessages } from '#kit/ui/form/useInnerProblems.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { PricingPart } from './PricingPart.tsx'
import './ui/PricingPicker.css'

/** A tier that is being edited. */
export interface TierDraft {
  upTo?: number | null
  monthlyCents?: number | undefined
}

interface Props {
  tiers: TierDraft[]
  innerProblems: InnerMessages
  onChange: (tiers: TierDraft[]) => void
}

/** Price tiers by daily mean volume; the last one has no limit. */
export function PricingTiers({ tiers, innerProblems, onChange }: Props) {
  const last = tiers.length - 1
  const set = (at: number, more: TierDraft) => {
    innerProblems.touch(...Object.keys(more).map((name) => `tiers.${at}.${name}`))
    onChange(tiers.map((tier, index) => (index === at ? { ...tier, ...more } : tier)))
  }
  const remove = (at: number) => {
    innerProblems.move((path) => movedUp(path, at))
    onChange(tiers.filter((_, index) => index !== at))
  }
  const add = () => {
    // Insert before the last tier, and move the errors of the last tier along with it.
    innerProblems.move((path) => [path.replace(`tiers.${last}.`, `tiers.${last + 1}.`)])
    onChange([...tiers.slice(0, last), {}, ...tiers.slice(last)])
  }
  const wrong = innerProblems.at('tiers')
  return (
    <div className="pricing-tiers">
      {tiers.map((tier, at) => (
        <TierRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
          key={at}
          tier={tier}
          at={at}
          isLast={at === last}
          errorOf={(name) => innerProblems.at(`tiers.${at}.${name}`)}
          onChange={(more) => set(at, more)}
          onRemove={tiers.length > 2 ? () => remove(at) : undefined}
        />
      ))}
      {wrong && (
        <p className="pricing-wrong" role="alert">
          {wrong}
        </p>
      )}
      <Button type="dashed" disabled={tiers.length >= 10} onClick={add}>
        {t('加一档')}
      </Button>
    </div>
  )
}

/** The path of a field after a tier was removed; empty if the field belonged to that tier. */
function movedUp(path: string, removed: number): string[] {
  const [tiers, row, name] = path.split('.')
  if (name === undefined) return [path]
  const at = Number(row)
  if (at === removed) return []
  return [at > removed ? `${tiers}.${at - 1}.${name}` : path]
}

interface TierProps {
  tier: TierDraft
  at: number
  /** The last tier has no limit and cannot be removed. */
  isLast: boolean
  errorOf: (name: keyof TierDraft) => string | undefined
  onChange: (more: TierDraft) => void
  onRemove: (() => void) | undefined
}

function TierRow({ tier, at, isLast, errorOf, onChange, onRemove }: TierProps) {
  const n = at + 1
  return (
    <div className="pricing-tier">
      {isLast ? (
        <span className="pricing-rest">{t('超过上一档')}</span>
      ) : (
        <PricingPart error={errorOf('upTo')}>
          <InputNumber
            aria-label={t('第 {n} 档日均上限', { n })}
            placeholder={t('日均上限')}
            controls={false}
            min={1}
            value={tier.upTo}
            onChange={(upTo) => onChange({ upTo })}
          />
        </PricingPart>
      )}
      <PricingPart error={errorOf('monthlyCents')}>
        <MoneyInput
          aria-label={t('第 {n} 档月费', { n })}
          value={tier.monthlyCents}
          onChange={(monthlyCents) => onChange({ monthlyCents: monthlyCents as number })}
        />
      </PricingPart>
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
