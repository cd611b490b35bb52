import { Alert, App, Button, DatePicker, Form, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { today } from '#kit/calendar.ts'
import { formatInstantShort, formatMoney } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { reported } from '#kit/ui/reported.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { Claim } from './contract.ts'
import { claimBatches } from './contractBatch.ts'

interface Result {
  id: number
  code: string | null
  problem: string | null
}

interface Props {
  claims: readonly Claim[]
  onClose: () => void
  /** Told what became of each. */
  onPaid: (results: Result[]) => void
}

/** 打款: the file for the bank first, then the day and the voucher that say that it was paid. */
export function PayForm({ claims, onClose, onPaid }: Props) {
  const payment = usePayment(claims, onPaid)
  const cents = claims.reduce((sum, { approvedCents }) => sum + (approvedCents ?? 0), 0)
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={t('为 {n} 张报销单打款，共 {money}', { n: claims.length, money: formatMoney(cents) })}
        okText={t('登记已打款')}
        confirmLoading={payment.busy}
        onCancel={payment.busy ? undefined : onClose}
        onOk={() => void payment.send()}
      >
        <Form layout="vertical" component="div">
          <InOtherFiles claims={claims} />
          <BankFile claims={claims} />
          <Fields payment={payment} />
        </Form>
      </Modal>
    </TouchSize>
  )
}

/** The day and the voucher of a payment, as they are being typed, and the way to note it. */
function usePayment(claims: Props['claims'], onPaid: Props['onPaid']) {
  const now = today(() => new Date())
  const [paidOn, setPaidOn] = useState(now)
  const [voucherNo, setVoucherNo] = useState('')
  const [asked, setAsked] = useState(false)
  const pay = useAction(claimBatches.payMany)
  const isLacking = voucherNo.trim() === ''
  const send = async () => {
    setAsked(true)
    if (isLacking) return
    const seen = claims.map(({ id, version }) => ({ id, version }))
    try {
      const { results } = await pay.mutateAsync({ claims: seen, paidOn, voucherNo: voucherNo.trim() })
      onPaid(results)
    } catch (error) {
      reported(error)
    }
  }
  const lacks = asked && isLacking
  return { now, paidOn, setPaidOn, voucherNo, setVoucherNo, lacks, send, busy: pay.isPending }
}

function Fields({ payment }: { payment: ReturnType<typeof usePayment> }) {
  const { now, paidOn, setPaidOn, voucherNo, setVoucherNo, lacks } = payment
  return (
    <>
      <Form.Item label={t('打款日期')} htmlFor="pay-day" required>
        <DatePicker
          id="pay-day"
          className="wide-control"
          allowClear={false}
          maxDate={dayjs(now)}
          suffixIcon={<Icon name="calendar" />}
          value={dayjs(paidOn)}
          onChange={(day) => day && setPaidOn(day.format('YYYY-MM-DD'))}
        />
      </Form.Item>
      <Form.Item
        label={t('凭证号')}
        htmlFor="pay-voucher"
        required
        validateStatus={lacks ? 'error' : ''}
        help={lacks ? t('请填写银行流水号或付款凭证号') : t('登记后不能更改。')}
      >
        <Input
          id="pay-voucher"
          maxLength={64}
          autoComplete="off"
          placeholder={t('银行流水号或付款凭证号')}
          value={voucherNo}
          onChange={(event) => setVoucherNo(event.target.value)}
        />
      </Form.Item>
    </>
  )
}

/** Says which of the claims stand in a file for the bank already: somebody may have sent it. */
function InOtherFiles({ claims }: { claims: Props['claims'] }) {
  return claims.flatMap(({ id, code, payout }) =>
    payout
      ? [
          <Alert
            key={id}
            type="warning"
            showIcon
            title={t('{code} 已在付款文件 {file} 里（{name} {at}），不会再放进新的文件。', {
              ...{ code, file: payout.code, name: payout.byName, at: formatInstantShort(payout.at) },
            })}
          />,
        ]
      : [],
  )
}

function BankFile({ claims }: { claims: Props['claims'] }) {
  const file = useBankFile(claims)
  return (
    <Form.Item help={t('含收款人完整卡号，下载会记入操作日志；没有卡号的会列出来。')}>
      <Button icon={<Icon name="download" />} loading={file.busy} onClick={file.run}>
        {t('下载银行付款文件')}
      </Button>
    </Form.Item>
  )
}

/** Fetches the bank's file and saves it on the person's disk; says what is not in it. */
function useBankFile(claims: readonly Claim[]) {
  const file = useAction(claimBatches.bankFile)
  const { message } = App.useApp()
  const run = async () => {
    try {
      const { name, content, count, left } = await file.mutateAsync({ ids: claims.map(({ id }) => id) })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
      link.download = name
      link.click()
      URL.revokeObjectURL(link.href)
      const [first] = left
      if (!first) return void message.success(t('文件里有 {n} 笔付款', { n: count }))
      const values = { n: count, code: first.code, problem: first.problem }
      void message.warning(t('文件里有 {n} 笔付款；{code}不在其中：{problem}', values))
    } catch (error) {
      reported(error)
    }
  }
  return { busy: file.isPending, run: () => void run() }
}
