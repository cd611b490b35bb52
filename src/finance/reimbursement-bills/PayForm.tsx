import { Alert, App, Button, DatePicker, Form, Input, Modal } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { VoucherField, vouchersHint } from '#billing/vouchers/ui/VoucherField.tsx'
import { SendPayoutVouchers } from '#billing/vouchers/ui/VoucherUpload.tsx'
import { today } from '#kit/calendar.ts'
import { formatInstantShort, formatMoney } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConsequenceList, useConsequences } from '#kit/ui/ConsequenceList.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { Claim } from './contract.ts'
import { claimBatches } from './contractBatch.ts'

interface Result {
  id: number
  code: string | null
  problem: string | null
}

export interface PayFormProps {
  claims: readonly Claim[]
  onClose: () => void
  /** Called with the result of each claim. */
  onPaid: (results: Result[]) => void
}

/** 打款: downloads the payment file, then saves day and voucher number of the payment. */
export function PayForm({ claims, onClose, onPaid }: PayFormProps) {
  const payment = usePayment(claims, onPaid)
  const input = { ids: claims.map(({ id }) => id), paidOn: payment.paidOn }
  const consequences = useConsequences(claimBatches.payConsequences, input)
  const { proving: voucherUpload, files } = payment
  const cents = claims.reduce((sum, { approvedCents }) => sum + (approvedCents ?? 0), 0)
  if (voucherUpload) return <SendPayoutVouchers {...voucherUpload} files={files} />
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={t('为 {n} 张报销单打款，共 {money}', { n: claims.length, money: formatMoney(cents) })}
        okText={t('登记已打款')}
        okButtonProps={{ disabled: !consequences.ready }}
        confirmLoading={payment.busy}
        onCancel={payment.busy ? undefined : onClose}
        onOk={() => void payment.send()}
      >
        <Form layout="vertical" component="div">
          <InOtherFiles claims={claims} />
          <BankFile claims={claims} />
          <Fields payment={payment} />
        </Form>
        <ConsequenceList call={consequences.call} />
      </Modal>
    </TouchSize>
  )
}

/** State of the payment form, and the function that saves the payment. */
function usePayment(claims: PayFormProps['claims'], onPaid: PayFormProps['onPaid']) {
  const now = today(() => new Date())
  const [paidOn, setPaidOn] = useState(now)
  const [voucherNo, setVoucherNo] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [voucherUpload, setVoucherUpload] = useState<{ claimId: number; onClose: () => void } | null>(null)
  const [isSubmitted, setSubmitted] = useState(false)
  const pay = useAction(claimBatches.payMany)
  const isLacking = voucherNo.trim() === ''
  const send = async () => {
    setSubmitted(true)
    if (isLacking) return
    const claimVersions = claims.map(({ id, version }) => ({ id, version }))
    try {
      const { results } = await pay.mutateAsync({
        claims: claimVersions,
        paidOn,
        voucherNo: voucherNo.trim(),
      })
      const paid = results.find(({ problem }) => problem === null)
      // Claims with the same voucher number share their files, so the first paid one is enough.
      if (paid && files.length > 0) setVoucherUpload({ claimId: paid.id, onClose: () => onPaid(results) })
      else onPaid(results)
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  const lacks = isSubmitted && isLacking
  return {
    now,
    paidOn,
    setPaidOn,
    voucherNo,
    setVoucherNo,
    files,
    setFiles,
    lacks,
    proving: voucherUpload,
    send,
    busy: pay.isPending,
  }
}

function Fields({ payment }: { payment: ReturnType<typeof usePayment> }) {
  const { now, paidOn, setPaidOn, voucherNo, setVoucherNo, files, setFiles, lacks } = payment
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
      <Form.Item label={t('凭证文件')} htmlFor="pay-vouchers" extra={vouchersHint()}>
        <VoucherField id="pay-vouchers" value={files} onChange={setFiles} />
      </Form.Item>
    </>
  )
}

interface PayBankFileProps {
  claims: readonly Claim[]
}

/** Warns of claims that are already in a payment file, which may have been sent to the bank. */
function InOtherFiles({ claims }: PayBankFileProps) {
  return claims.flatMap(({ id, code, payout }) =>
    payout
      ? [
          <Alert
            key={id}
            type="warning"
            showIcon
            title={t('{code} 已在付款文件 {file} 里（{name} {at}），不会再放进新的文件。', {
              code,
              file: payout.code,
              name: payout.byName,
              at: formatInstantShort(payout.at),
            })}
          />,
        ]
      : [],
  )
}

/** Button that downloads the payment file. */
function BankFile({ claims }: PayBankFileProps) {
  const file = useBankFile(claims)
  return (
    <Form.Item help={t('含收款人完整卡号，下载会记入操作日志；没有卡号的会列出来。')}>
      <Button icon={<Icon name="download" />} loading={file.busy} onClick={file.run}>
        {t('下载银行付款文件')}
      </Button>
    </Form.Item>
  )
}

/** Requests the payment file, saves it as a download and reports claims that it omits. */
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
      ignoreShownErrors(error)
    }
  }
  return { busy: file.isPending, run: () => void run() }
}
