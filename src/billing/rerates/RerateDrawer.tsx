import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { BILLS_PATH } from '#billing/customer-bills/ui/billsPath.tsx'
import { formatMinute, formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Fact, Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type RerateDetail, rerates } from './contract.ts'
import { factText, lineText } from './rerateWords.tsx'
import { causeNames } from './rules.ts'
import './rerates.css'

/** Drawer of a store month: both prices line by line, and the days whose data changed. */
export function RerateDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const call = useCall(rerates.get, { id }, { messagePlace: 'inPage' })
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 760}
      placement={endSide()}
      title={t('已出账与现算')}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(detail) => <RerateContent detail={detail} />}
      </Loaded>
    </Drawer>
  )
}

function RerateContent({ detail }: { detail: RerateDetail }) {
  const { before, now, days, daysKnown, issuedCents, nowCents, voidableBillId } = detail
  const phone = usePhone()
  return (
    <div className="rerate-opened">
      <Facts items={factsOf(detail)} columns={2} />
      <div className="rerate-prices">
        <Price title={t('出账时')} lines={before} totalCents={issuedCents} />
        <Price title={t('现算')} lines={now} totalCents={nowCents} />
      </div>
      {voidableBillId !== null && (
        <p className="rerate-note">
          {t('这张账单还没有收款、发票和确认，所在月份未结账，也可以作废重出：')}{' '}
          <Link to={`${BILLS_PATH}/${voidableBillId}`}>{t('打开账单')}</Link>
        </p>
      )}
      <LateFiles files={detail.late} />
      <section>
        <h2>{t('不同的日子')}</h2>
        {daysKnown ? (
          <DrawerTable
            name={t('不同的日子')}
            columns={dayColumns(phone)}
            rows={days}
            rowKey={({ on }) => on}
            empty={{ text: t('没有不同的日子'), hint: t('差额来自上个月的日均、调整或作废。') }}
          />
        ) : (
          <p className="rerate-note">{t('这张账单出账时还没有留存每天的数据，无法逐日比较。')}</p>
        )}
      </section>
    </div>
  )
}

/** Cards on phones have no column heads, so each value names its time. */
function dayColumns(phone: boolean): Column<RerateDetail['days'][number]>[] {
  const withTime = (when: string, fact: string) => (phone ? t('{when}：{fact}', { when, fact }) : fact)
  return [
    { key: 'on', title: t('日期'), type: 'day', width: 112 },
    {
      key: 'before',
      title: t('出账时'),
      phone: 'note',
      render: ({ before }) => withTime(t('出账时'), factText(before)),
    },
    { key: 'now', title: t('现在'), phone: 'note', render: ({ now }) => withTime(t('现在'), factText(now)) },
  ]
}

/** 迟到: late files whose figures of closed days are used in the price; each can be withdrawn. */
function LateFiles({ files }: { files: RerateDetail['late'] }) {
  const [dropping, setDropping] = useState<RerateDetail['late'][number] | null>(null)
  if (files.length === 0) return null
  return (
    <section>
      <h2>{t('迟到的文件')}</h2>
      <ul className="rerate-lines">
        {files.map((file) => (
          <li key={file.batchId}>
            <span>{t('{file}，{n} 天', { file: file.fileName, n: file.days })}</span>
            <Button type="link" size="small" onClick={() => setDropping(file)}>
              {t('撤回')}
            </Button>
          </li>
        ))}
      </ul>
      <FormModal
        open={dropping !== null}
        onClose={() => setDropping(null)}
        title={t('撤回 {file}', { file: dropping?.fileName ?? '' })}
        endpoint={rerates.dropLate}
        fixed={{ batchId: dropping?.batchId ?? 0 }}
        fields={[
          { key: 'reason', kind: 'textarea', hint: t('不再按这个文件的数计算；已出的调整由新的差额抵回。') },
        ]}
        submitText={t('撤回')}
        doneText={t('已撤回')}
      />
    </section>
  )
}

interface PriceProps {
  title: string
  lines: RerateDetail['now']
  totalCents: number
}

function Price({ title, lines, totalCents }: PriceProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="rerate-lines">
        {lines.map((line) => (
          <li key={`${line.item} ${line.price} ${line.qty} ${line.per}`}>
            <span>{lineText(line)}</span>
            <Money cents={line.amountCents} />
          </li>
        ))}
        <li className="rerate-total">
          <span>{t('合计')}</span>
          <Money cents={totalCents} />
        </li>
      </ul>
    </section>
  )
}

function factsOf(detail: RerateDetail): Fact[] {
  const { customerId, customerName, storeId, storeName, month, causes, since } = detail
  return [
    {
      label: t('客户'),
      value: <Link to={`/customer-management/${customerId}?tab=bills`}>{customerName}</Link>,
    },
    { label: t('店铺'), value: <Link to={`/store-management/${storeId}`}>{storeName}</Link> },
    { label: t('服务月份'), value: month },
    { label: t('差额'), value: <Money cents={detail.differenceCents} /> },
    { label: t('已出调整'), value: formatMoney(detail.settledCents) },
    { label: t('已豁免'), value: formatMoney(detail.waivedCents) },
    { label: t('为什么'), value: causes.map((cause) => t(causeNames[cause])).join(t('、')) },
    { label: t('自何时'), value: formatMinute(since) },
    ...(detail.waivedReason
      ? [
          {
            label: t('豁免原因'),
            wide: true,
            value: t('{reason}（{name}）', { reason: detail.waivedReason, name: detail.waivedByName ?? '' }),
          },
        ]
      : []),
  ]
}
