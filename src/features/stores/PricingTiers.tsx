import { Button, InputNumber } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import './PricingPicker.css'

/** A tier that is being typed. */
export interface TierDraft {
  upTo?: number | null
  monthlyCents?: number | undefined
}

/** Tiers by the daily mean; the last has no limit. */
export function PricingTiers({
  tiers,
  onChange,
}: {
  tiers: TierDraft[]
  onChange: (tiers: TierDraft[]) => void
}) {
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
