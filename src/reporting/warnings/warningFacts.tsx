import { Link } from 'react-router'
import { formatCount, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Fact } from '#kit/ui/Facts.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { findingText, weekName } from './cellFormatters.ts'
import type { WarningPage } from './contract.ts'
import { volumeNames } from './rules.ts'
import { KindTag } from './WarningTags.tsx'

/** The figures behind a warning, the people responsible for its customer, and links. */
export function warningFacts(page: WarningPage, hidesMoney: boolean): Fact[] {
  return [
    ...figureFacts(page),
    ...(hidesMoney ? [] : [{ label: t('超量金额'), value: <Money cents={page.overageCents ?? null} /> }]),
    { label: t('负责商务'), value: page.ownerName },
    { label: t('组长'), value: page.leaderNames.join(t('、')) },
    ...linkFacts(page),
  ]
}

/** The finding and the figures that it is based on. */
function figureFacts(page: WarningPage) {
  const { baseline, comparedVolume, comparedStores, quota, quotaVolume } = page
  return [
    {
      label: t('预警'),
      value: (
        <>
          <KindTag kind={page.kind} level={page.level} /> {findingText(page)}
        </>
      ),
    },
    { label: t('周'), value: weekName(page.weekOn) },
    {
      label: t('与基线'),
      value:
        baseline !== null &&
        t('{now} / {baseline}（{n} 家店铺可比）', {
          now: formatCount(comparedVolume),
          baseline: formatCount(baseline),
          n: comparedStores,
        }),
    },
    {
      label: t('与包量'),
      value:
        quota !== null &&
        t('{now} / {quota}（{rate}）', {
          now: formatCount(quotaVolume),
          quota: formatCount(quota),
          rate: formatRate(page.useBp, 1),
        }),
    },
    {
      label: t('数据'),
      value: t('{n}/{all} 店天有数据', { n: page.reported, all: page.expected }),
    },
    { label: t('咨询量取自'), value: page.volumeOf.map((of) => t(volumeNames[of])).join(t('、')) },
  ]
}

/** Links to the customer's chart, follow-ups and churn record. */
function linkFacts(page: WarningPage) {
  const customer = `/customer-management/${page.customerId}`
  return [
    {
      label: t('客户资料'),
      value: <Link to={`${customer}?tab=volume`}>{t('每天的咨询量')}</Link>,
    },
    {
      label: t('跟进'),
      value: <Link to={`${customer}?tab=contact`}>{t('{n} 项待跟进', { n: page.openFollowUps })}</Link>,
    },
    ...(page.churnRecordId === null
      ? []
      : [
          {
            label: t('流失记录'),
            value: <Link to={`/customer-lost-record/${page.churnRecordId}`}>{t('查看未结束的记录')}</Link>,
          },
        ]),
  ]
}
