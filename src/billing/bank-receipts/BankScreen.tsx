import { useState } from 'react'
import { t } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Filter } from '#kit/ui/list/declare.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { bankColumns } from './bankColumns.tsx'
import { ConfirmForm } from './ConfirmForm.tsx'
import type { BankRow } from './contract.ts'
import { bankReceipts } from './contract.ts'
import { stateNames } from './rules.ts'
import { UploadWindow } from './UploadWindow.tsx'
import { isFullySuggested, useConfirmBatch, useTakeBack } from './useBankSteps.tsx'

/** 银行流水: incoming payments from uploaded bank files, the suggested bills and the booking of each. */
export function BankScreen() {
  const companies = useCompanyChoices()
  const [uploading, setUploading] = useState(false)
  const [confirming, setConfirming] = useState<BankRow | null>(null)
  const [aside, setAside] = useState<BankRow | null>(null)
  const batch = useConfirmBatch()
  const takeBack = useTakeBack()
  const upload = { label: t('上传流水'), onClick: () => setUploading(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={bankReceipts.list}
        name={t('银行流水')}
        columns={bankColumns()}
        filters={filtersFor(companies)}
        tabs={statusTabs(stateNames)}
        actions={[{ ...upload, key: 'upload', icon: 'upload', primary: true }]}
        rowActions={(row) => [
          row.state === 'open' && { key: 'confirm', label: t('登记收款'), onClick: () => setConfirming(row) },
          row.state === 'open' && { key: 'aside', label: t('无关'), onClick: () => setAside(row) },
          row.state === 'unrelated' && { key: 'back', label: t('取消无关'), onClick: () => takeBack(row) },
        ]}
        batch={(rows) => [rows.some(isFullySuggested) && batch]}
        empty={{
          text: t('还没有流水'),
          hint: t('从网银下载收款明细后上传，系统按编号、付款方和金额找到账单，由您确认。'),
          action: upload,
        }}
      />
      <UploadWindow open={uploading} onClose={() => setUploading(false)} />
      <ConfirmForm row={confirming} onClose={() => setConfirming(null)} />
      <AsideForm row={aside} onClose={() => setAside(null)} />
    </>
  )
}

/** 标为无关: asks for the reason why the payment belongs to no bill. */
function AsideForm({ row, onClose }: { row: BankRow | null; onClose: () => void }) {
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('标为无关')}
      endpoint={bankReceipts.setAside}
      fixed={{ id: row?.id }}
      fields={[{ key: 'reason', kind: 'textarea', placeholder: t('利息、退票、股东往来等') }]}
      doneText={t('已标为无关')}
    />
  )
}

type Key = 'keyword' | 'from' | 'to' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('流水'), control: 'text', placeholder: t('付款方、摘要、流水号或文件') },
  { from: 'from', to: 'to', label: t('交易日期'), control: 'days', clearable: true, future: false },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]
