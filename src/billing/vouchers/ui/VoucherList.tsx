import { Button, Popconfirm } from 'antd'
import { billVouchers, MAX_VOUCHERS, payoutVouchers } from '#billing/vouchers/contract.ts'
import type { CallOptions } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import type { StoredFile } from '#kit/files/storedFile.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type FileEndpoint, FileList } from '#kit/ui/files/FileList.tsx'
import { PhotoButton } from '#kit/ui/files/PhotoButton.tsx'
import { UploadList } from '#kit/ui/files/UploadList.tsx'
import { useUploads } from '#kit/ui/files/useUploads.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import '#billing/vouchers/vouchers.css'

/** Voucher files of a bill receipt; files can be added and deleted while the receipt's month is open. */
export function ReceiptVouchers({ billId, receiptId }: { billId: number; receiptId: number }) {
  const client = useClient()
  const call = useCall(billVouchers.list, { id: billId }, { messagePlace: 'inPage' })
  const remove = useAction(billVouchers.remove)
  return (
    <Loaded call={call} skeleton={null} compact>
      {({ receipts }) => (
        <VoucherFiles
          vouchers={receipts.find((receipt) => receipt.receiptId === receiptId)}
          endpoint={billVouchers.get}
          add={(options) => client.call(billVouchers.add, { id: billId, receiptId }, options)}
          remove={(id) => remove.mutateAsync({ id })}
          onChange={() => void call.refetch()}
        />
      )}
    </Loaded>
  )
}

/** Voucher files of a claim's payment, shared by claims paid that day with the same voucher number. */
export function PayoutVouchers({ claimId }: { claimId: number }) {
  const client = useClient()
  const call = useCall(payoutVouchers.list, { id: claimId }, { messagePlace: 'inPage' })
  const remove = useAction(payoutVouchers.remove)
  return (
    <Loaded call={call} skeleton={null} compact>
      {(vouchers) => (
        <VoucherFiles
          vouchers={vouchers}
          endpoint={payoutVouchers.get}
          add={(options) => client.call(payoutVouchers.add, { id: claimId }, options)}
          remove={(id) => remove.mutateAsync({ id })}
          onChange={() => void call.refetch()}
        />
      )}
    </Loaded>
  )
}

interface Props {
  /** Undefined if the bill no longer has the receipt. */
  vouchers: { locked: boolean; files: readonly StoredFile[] } | undefined
  endpoint: FileEndpoint
  add: (options: CallOptions) => Promise<StoredFile>
  remove: (id: string) => Promise<unknown>
  onChange: () => void
}

function VoucherFiles({ vouchers, endpoint, add, remove, onChange }: Props) {
  const uploads = useUploads(add)
  if (!vouchers) return null
  const { locked, files } = vouchers
  const send = (chosen: readonly File[]) => void uploads.send(chosen, onChange)
  const removeFile = async (id: string) => {
    try {
      await remove(id)
      onChange()
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return (
    <div className="vouchers">
      <FileList
        endpoint={endpoint}
        files={files}
        renderAction={(file) =>
          !locked && <RemoveButton name={file.name} onSure={() => void removeFile(file.id)} />
        }
      />
      <UploadList
        uploads={uploads}
        onRetry={(upload) => {
          uploads.drop(upload.key)
          send([upload.file])
        }}
      />
      {!locked && files.length < MAX_VOUCHERS && <PhotoButton quiet label={t('上传凭证')} onFiles={send} />}
    </div>
  )
}

function RemoveButton({ name, onSure }: { name: string; onSure: () => void }) {
  return (
    <Popconfirm title={t('删除这个凭证？')} okText={t('删除')} cancelText={t('取消')} onConfirm={onSure}>
      <Button type="link" size="small" aria-label={t('删除{name}', { name })}>
        {t('删除')}
      </Button>
    </Popconfirm>
  )
}
