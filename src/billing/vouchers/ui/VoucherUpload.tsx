import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { billVouchers, payoutVouchers } from '#billing/vouchers/contract.ts'
import type { CallOptions } from '#kit/client.ts'
import { useClient } from '#kit/clientContext.tsx'
import type { StoredFile } from '#kit/files/storedFile.ts'
import { refetchAll } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { UploadList } from '#kit/ui/files/UploadList.tsx'
import { useUploads } from '#kit/ui/files/useUploads.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'

interface Chosen {
  files: readonly File[]
  onClose: () => void
}

/** Uploads the chosen files for a receipt that was just saved. */
export function SendReceiptVouchers({
  billId,
  receiptId,
  ...chosen
}: Chosen & { billId: number; receiptId: number }) {
  const client = useClient()
  return (
    <UploadDialog
      {...chosen}
      add={(options) => client.call(billVouchers.add, { id: billId, receiptId }, options)}
      later={t('这笔款已登记，不受影响。没有上传成功的凭证可以重新上传，也可以以后在这笔款下面补传。')}
    />
  )
}

/** Uploads the chosen files for a payment that was just saved; `claimId` is any of its claims. */
export function SendPayoutVouchers({ claimId, ...chosen }: Chosen & { claimId: number }) {
  const client = useClient()
  return (
    <UploadDialog
      {...chosen}
      add={(options) => client.call(payoutVouchers.add, { id: claimId }, options)}
      later={t('打款已登记，不受影响。没有上传成功的凭证可以重新上传，也可以以后在报销单里补传。')}
    />
  )
}

interface Props extends Chosen {
  add: (options: CallOptions) => Promise<StoredFile>
  /** Shown if an upload failed: the receipt or payment is saved, and files can be added later. */
  later: string
}

/** Dialog that shows the uploads. Closes after all succeeded; stays open if one failed. */
function UploadDialog({ files, add, later, onClose }: Props) {
  const { list, send, drop } = useUploads(add)
  const queries = useQueryClient()
  const isStuck = list.length > 0 && list.every(({ problem }) => problem !== null)
  const close = () => {
    void refetchAll(queries)
    onClose()
  }
  useOnceSent(() => send(files, () => undefined), list.length === 0, close)
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={isStuck ? t('凭证没有全部上传') : t('正在上传凭证')}
        closable={isStuck}
        mask={{ closable: false }}
        onCancel={isStuck ? close : undefined}
        footer={isStuck && <Button onClick={close}>{t('关闭')}</Button>}
      >
        {isStuck && <p role="alert">{later}</p>}
        <UploadList
          uploads={{ list, send, drop }}
          onRetry={({ key, file }) => {
            drop(key)
            void send([file], () => undefined)
          }}
        />
      </Modal>
    </TouchSize>
  )
}

/** Calls `send` once on mount, and `close` when no uploads are left. */
function useOnceSent(send: () => Promise<void>, isEmpty: boolean, close: () => void): void {
  const begun = useRef(false)
  const [sent, setSent] = useState(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send().then(() => setSent(true))
  })
  useEffect(() => {
    if (sent && isEmpty) close()
  })
}
