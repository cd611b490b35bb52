import { formatCount, formatRate, moneyFigure } from '#kit/format.ts'
import { rateBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import type { ChurnOverview } from './overviewContract.ts'

/** The figures above the list, each with its formula. */
export function churnFigures(data: ChurnOverview, at: string | undefined): Figure[] {
  const { retaining, churned, wonBack, cancelled } = data.counts
  const lost = churned + wonBack
  const back = rateBp(wonBack, lost)
  const retentionRateBp = rateBp(cancelled, cancelled + lost)
  return [
    {
      ...{ key: 'retaining', name: t('挽留中'), value: formatCount(retaining), unit: t('条') },
      note: t('还没有确认去留'),
      about: { formula: t('这段时间发现、状态为挽留中的记录数'), at },
    },
    {
      ...{ key: 'lost', name: t('确认流失'), value: formatCount(lost), unit: t('条') },
      note: wonBack > 0 ? t('其中已召回 {n} 条', { n: wonBack }) : t('还没有召回的'),
      about: { formula: t('已流失 + 已召回'), numerator: `${churned} + ${wonBack}`, at },
    },
    ...(data.lostFee ? [feeFigure(data.lostFee, churned, at)] : []),
    {
      ...{ key: 'back', name: t('召回率'), value: back === null ? '-' : formatRate(back, 1) },
      note:
        retentionRateBp === null ? undefined : t('挽留住 {rate}', { rate: formatRate(retentionRateBp, 1) }),
      about: {
        formula: t('已召回 ÷（已流失 + 已召回）'),
        ...{ numerator: formatCount(wonBack), denominator: formatCount(lost), at },
        more: t('挽留住 = 已撤销 ÷（已撤销 + 已流失 + 已召回）'),
      },
    },
    {
      ...{ key: 'tenure', name: t('服务时长') },
      value: data.medianTenureDays === null ? '-' : formatCount(data.medianTenureDays),
      unit: data.medianTenureDays === null ? '' : t('天'),
      note: t('中位数'),
      about: { formula: t('确认流失的记录，首个服务日到最后服务日的天数，取中位数'), at },
    },
  ]
}

/** The monthly fees lost, as far as they are known. */
function feeFigure(
  { cents, known }: { cents: number; known: number },
  churned: number,
  at: string | undefined,
) {
  const { value, unit } = moneyFigure(cents)
  return {
    ...{ key: 'fee', name: t('流失月费'), value: known === 0 && churned > 0 ? null : value, unit },
    note: t('{known}/{all} 条有计费条款', { known, all: churned }),
    about: {
      formula: t('Σ 已流失记录确认时留存的月费，不含已召回'),
      coverage: t('{known}/{all} 条有计费条款', { known, all: churned }),
      at,
    },
  }
}
