import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useClient } from '#kit/clientContext.tsx'
import { refetchAll, useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FileList } from '#kit/ui/files/FileList.tsx'
import { PhotoButton } from '#kit/ui/files/PhotoButton.tsx'
import { UploadList } from '#kit/ui/files/UploadList.tsx'
import { useUploads } from '#kit/ui/files/useUploads.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { LeavePage } from '#operations/leaves/contract.ts'
import { leaveAttachments, MAX_LEAVE_FILES } from '#operations/leaves/papers/contract.ts'

/** The papers of a leave, such as certificates: the person on leave adds them, who decides reads them. */
export function LeavePapers({ leave }: { leave: LeavePage }) {
  const client = useClient()
  const queries = useQueryClient()
  const { id, attachments, mayAttach, mayDetach } = leave
  const uploads = useUploads((options) => client.call(leaveAttachments.add, { id }, options))
  const remove = useAction(leaveAttachments.remove)
  if (attachments.length === 0 && !mayAttach) return null
  const send = (files: readonly File[]) => void uploads.send(files, () => void refetchAll(queries))
  return (
    <section>
      <h3>
        {t('证明')}
        <small>{t('只有本人和审批的人能看')}</small>
      </h3>
      <FileList
        endpoint={leaveAttachments.get}
        files={attachments}
        renderAction={(file) =>
          mayDetach && (
            <Button
              type="link"
              size="small"
              aria-label={t('删去{name}', { name: file.name })}
              onClick={() => void remove.mutateAsync({ id: file.id }).catch(ignoreShownErrors)}
            >
              {t('删去')}
            </Button>
          )
        }
      />
      <UploadList
        uploads={uploads}
        onRetry={(upload) => {
          uploads.drop(upload.key)
          send([upload.file])
        }}
      />
      {mayAttach && attachments.length < MAX_LEAVE_FILES && (
        <PhotoButton label={t('拍照或选文件')} onFiles={send} />
      )}
    </section>
  )
}
