import { useQueryClient } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { SheetDrop } from '#kit/ui/sheets/SheetDrop.tsx'
import { bankReceipts } from './contract.ts'
import './bank.css'

type UploadResult = z.output<(typeof bankReceipts)['upload']['output']>

/** 上传流水: uploads a bank file and shows the result. */
export function UploadWindow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const [result, setResult] = useState<UploadResult | null>(null)
  const send = async (file: File) => {
    setResult(await client.call(bankReceipts.upload, {}, { file, messagePlace: 'inPage' }))
    await refetchAll(queries)
  }
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('上传银行流水')} destroyOnHidden>
      <div className="bank-upload">
        <SheetDrop allowed={t('网银下载的 .csv、.xls 或 .xlsx，最多 10,000 行')} send={send} />
        {result && <Result result={result} />}
        <ul className="bank-quiet">
          <li>{t('只留下收入；已有的行不会重复，期间重叠的文件可以放心上传。')}</li>
          <li>{t('上传不会登记收款，每一笔都由您确认。')}</li>
        </ul>
      </div>
    </Modal>
  )
}

const MAX_LISTED = 5

function Result({ result: { fileName, added, known, outgoing, ahead, faults } }: { result: UploadResult }) {
  return (
    <section aria-label={t('上传结果')}>
      <p className="bank-file">{fileName}</p>
      <SheetCounts
        counts={[
          { label: t('新增'), tone: 'green', count: added },
          { label: t('已有'), tone: 'grey', count: known },
          { label: t('支出，不留'), tone: 'grey', count: outgoing },
          { label: t('晚于今天，不留'), tone: 'red', count: ahead.length },
          { label: t('看不懂'), tone: 'red', count: faults.length },
        ]}
      />
      <ul>
        {ahead.slice(0, MAX_LISTED).map(({ rowNo, day }) => (
          <li key={rowNo}>{t('第 {n} 行的日期 {day} 晚于今天，没有导入。', { n: rowNo, day })}</li>
        ))}
        {faults.slice(0, MAX_LISTED).map(({ rowNo, problem }) => (
          <li key={rowNo}>{t('第 {n} 行：{problem}', { n: rowNo, problem: t(problem) })}</li>
        ))}
      </ul>
    </section>
  )
}
