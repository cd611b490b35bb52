import { Button } from 'antd'
import { modelNames } from '#clients/stores/rules.ts'
import type { Terms } from '#clients/stores/terms/contract.ts'
import { formatInstant, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { pricingText } from './pricingText.tsx'

const STATES: Record<Terms['state'], { tone: Tone; label: string }> = {
  planned: { tone: 'blue', label: '未生效' },
  current: { tone: 'green', label: '生效中' },
  past: { tone: 'grey', label: '已过期' },
  replaced: { tone: 'grey', label: '已作废' },
}

interface Props {
  terms: Terms
  onCorrect: (() => void) | undefined
  onWithdraw: (() => void) | undefined
}

/** One entry of the terms timeline: period, price, salary and authors. */
export function TermsLine({ terms, onCorrect, onWithdraw }: Props) {
  const { tone, label } = STATES[terms.state]
  return (
    <li className={`terms terms-${terms.state}`}>
      <div className="terms-head">
        <strong>{spanText(terms)}</strong>
        <StatusTag tone={tone} label={t(label)} />
        <span className="terms-acts">
          {onWithdraw && (
            <Button type="link" size="small" onClick={onWithdraw}>
              {t('撤回')}
            </Button>
          )}
          {onCorrect && (
            <Button type="link" size="small" onClick={onCorrect}>
              {t('更正')}
            </Button>
          )}
        </span>
      </div>
      <p className="terms-price">
        {t(modelNames[terms.pricing.model])} · {pricingText(terms.pricing)}
      </p>
      <p className="terms-more">
        {t('店铺工资 {salary}/月', { salary: formatMoney(terms.storeSalaryCents) })}
        {terms.note && ` · ${terms.note}`}
      </p>
      <p className="terms-more">{historyText(terms)}</p>
    </li>
  )
}

function spanText({ fromOn, toOn, state }: Terms): string {
  if (state === 'replaced' || toOn === null) return t('{from} 起', { from: fromOn })
  return t('{from} 至 {to}', { from: fromOn, to: toOn })
}

function historyText(terms: Terms): string {
  const written = t('{name} 登记于 {at}', {
    name: terms.createdByName ?? t('系统'),
    at: formatInstant(terms.createdAt).slice(0, 16),
  })
  if (!terms.replacedAt) return written
  const replaced = t('{name} 于 {at} 作废：{reason}', {
    name: terms.replacedByName ?? t('系统'),
    at: formatInstant(terms.replacedAt).slice(0, 16),
    reason: terms.replacedReason ?? '',
  })
  return [written, replaced].join(t('；'))
}
