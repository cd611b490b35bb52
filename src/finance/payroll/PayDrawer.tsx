import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { monthBefore } from '#kit/calendar.ts'
import { formatMoney, formatRate } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { thisMonth } from '#kit/ui/monthChoices.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type PayLine, type PayPage, type PayStore, payroll } from './contract.ts'
import { CorrectForm, type PayAction, PayCorrections } from './PayCorrections.tsx'
import { PayParts } from './PayParts.tsx'
import './payroll.css'

/** A person's pay for a month: amounts, stores, attendance and corrections. */
export function PayDrawer({ staffId, onClose }: { staffId: number; onClose: () => void }) {
  const [params] = useSearchParams()
  const month = params.get('month') || monthBefore(thisMonth())
  const [action, setAction] = useState<PayAction | null>(null)
  const call = useCall(payroll.get, { staffId, month }, { messagePlace: 'inPage' })
  const { data } = call
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 760}
      placement={endSide()}
      title={data ? t('{name} {month} 的工资', { name: data.staffName, month }) : t('工资')}
      footer={data && <Foot page={data} onAction={setAction} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(page) => (
          <>
            <div className="pay-parts">
              <PayParts page={page} />
              <PayStores page={page} />
              <PayDays page={page} />
              <PayCorrections page={page} onReverse={(correction) => setAction({ reverse: correction })} />
            </div>
            <CorrectForm page={page} action={action} onClose={() => setAction(null)} />
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

function Foot({ page, onAction }: { page: PayPage; onAction: (action: PayAction) => void }) {
  if (page.frozen)
    return <p className="pay-frozen">{t('{month} 已结账，这是结账时的工资。', { month: page.month })}</p>
  return (
    <div className="pay-foot">
      <Button onClick={() => onAction('days')}>{t('更正出勤')}</Button>
      <Button type="primary" onClick={() => onAction('amount')}>
        {t('更正金额')}
      </Button>
    </div>
  )
}

/** The sentence on the days that count, and the heading of those that do not, by the company's basis. */
const BASIS_TEXTS: Record<PayPage['basis'], { counted: string; lacking: string }> = {
  log: {
    counted: '应出勤 {owed} 天，有已通过日志 {logged} 天，计 {attended} 天。',
    lacking: '没有已通过日志的 {n} 天',
  },
  clock: {
    counted: '应出勤 {owed} 天，有打卡 {logged} 天，计 {attended} 天。',
    lacking: '没有打卡的 {n} 天',
  },
  both: {
    counted: '应出勤 {owed} 天，有已通过日志和打卡 {logged} 天，计 {attended} 天。',
    lacking: '缺日志或打卡的 {n} 天',
  },
}

/** Attendance: owed days, those that count, and those that do not. */
function PayDays({ page }: { page: PayPage }) {
  const { measured, owed, logged, correctedDays, attendedDays, owedDays, basis, unpaid, unpaidDays } = page
  const lacking = owed.filter((day) => !(logged.includes(day) || unpaid.includes(day)))
  return (
    <section className="pay-part">
      <h2>{t('出勤')}</h2>
      <p className="pay-days">
        {measured
          ? t(BASIS_TEXTS[basis].counted, {
              owed: owedDays,
              logged: logged.length,
              attended: attendedDays,
            })
          : t('没有排班和店铺分配，按在职 {owed} 天计 {attended} 天。', {
              owed: owedDays,
              attended: attendedDays,
            })}
        {correctedDays !== 0 && t('其中更正 {days} 天。', { days: signed(correctedDays) })}
      </p>
      {unpaidDays > 0 && (
        <p className="pay-quiet">
          {t('不计薪的请假 {n} 天：{days}', {
            n: unpaidDays,
            days: unpaid.map((day) => day.slice(5)).join(t('、')),
          })}
        </p>
      )}
      {lacking.length > 0 && (
        <>
          <p className="pay-quiet">{t(BASIS_TEXTS[basis].lacking, { n: lacking.length })}</p>
          <ul className="pay-lacking">
            {lacking.map((day) => (
              <li key={day}>
                <time dateTime={day}>{day.slice(5)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const signed = (days: number) => (days > 0 ? `+${days}` : String(days))

/** Stores that a person earned from, each with days, terms and shares. */
function PayStores({ page }: { page: PayPage }) {
  return (
    <section className="pay-part">
      <h2>{t('各店铺')}</h2>
      {page.storeLines.length === 0 ? (
        <EmptyState
          compact
          text={t('这个月没有店铺工资和提成')}
          hint={t('分配店铺时填写占比，店铺的计费方式里填写店铺工资。')}
        />
      ) : (
        <ul className="pay-stores">
          {page.storeLines.map((store) => (
            <Store key={store.storeId} store={store} inMonth={page.daysInMonth} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Store({ store, inMonth }: { store: PayStore; inMonth: number }) {
  const { storeId, storeName, platform, customerName, lines } = store
  return (
    <li>
      <div className="pay-line pay-store">
        <div>
          <RecordLink to={`/store-management/${storeId}`}>{storeName}</RecordLink>
          <small>
            {t(platformNames[platform])} · {customerName}
          </small>
        </div>
        <Money cents={store.salaryCents + store.commissionCents} />
      </div>
      {lines.map((line) => (
        <div key={`${line.fromOn} ${line.termsId} ${line.duty}`} className="pay-line">
          <span>{lineText(line, inMonth)}</span>
          <Money cents={line.amountCents} />
        </div>
      ))}
      {store.commissions
        .filter(({ commissionCents }) => commissionCents !== 0)
        .map(({ salesCents, rateBp, commissionCents }) => (
          <div key={rateBp} className="pay-line">
            <span>
              {t('提成：本人销售额 {sales} × {rate}', {
                sales: formatMoney(salesCents),
                rate: formatRate(rateBp),
              })}
            </span>
            <Money cents={commissionCents} />
          </div>
        ))}
    </li>
  )
}

function lineText({ fromOn, toOn, days, duty, sharePercent, salaryCents }: PayLine, inMonth: number): string {
  const values = { from: fromOn.slice(5), to: toOn.slice(5), duty: t(dutyNames[duty]), days, all: inMonth }
  const money = { salary: formatMoney(salaryCents), share: sharePercent }
  return t('{from} 至 {to} {duty}：每月 {salary} × {share}% × {days}/{all} 天', { ...values, ...money })
}
