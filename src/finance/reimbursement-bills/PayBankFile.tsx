import { Alert, App, Button, Form } from 'antd'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { Claim } from './contract.ts'
import { claimBatches } from './contractBatch.ts'

interface Props {
  claims: readonly Claim[]
}

/** Warns of claims that are already in a payment file, which may have been sent to the bank. */
export function InOtherFiles({ claims }: Props) {
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

/** Button that downloads the payment file. */
export function BankFile({ claims }: Props) {
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
