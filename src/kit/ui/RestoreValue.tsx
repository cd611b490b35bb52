import { App, Button } from 'antd'
import type * as z from 'zod'
import type { Permission } from '#access/permissions.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'

type RestoreEndpoint = Endpoint<
  Need,
  z.ZodType<unknown, { id: number | string; field: string; version: number }>
>

/** How an older value of a record's field is restored from its log. */
export interface Restoring {
  endpoint: RestoreEndpoint
  /** The permission to write the record; without it the button is not shown. */
  needs: Permission
  /** The version of the displayed record. */
  version: number
  /** Whether a line of that action contains an older value of the field that can be restored. */
  isRestorable: (action: string, field: string) => boolean
}

interface Props {
  restoring: Restoring
  line: number
  field: string
  label: string
  /** The formatted older value. */
  text: string
}

/** 恢复 next to an older value. Asks for confirmation; the server refuses if the record has changed since. */
export function RestoreValue({ restoring, line, field, label, text }: Props) {
  const { modal, message } = App.useApp()
  const restore = useAction(restoring.endpoint)
  const confirmRestore = () =>
    modal.confirm({
      title: t('恢复{label}', { label }),
      content: t('将写回“{text}”，并留下一行操作日志。', { text }),
      okText: t('恢复'),
      onOk: async () => {
        await restore.mutateAsync({ id: line, field, version: restoring.version })
        message.success(t('已恢复'))
      },
    })
  return (
    <Button
      type="link"
      size="small"
      className="audit-restore"
      aria-label={t('恢复{label}为“{text}”', { label, text })}
      onClick={confirmRestore}
    >
      {t('恢复')}
    </Button>
  )
}
