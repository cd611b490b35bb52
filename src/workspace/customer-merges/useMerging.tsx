import { App } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { customerMerges, type MergeField } from './contract.ts'

export type Preview = z.output<typeof customerMerges.preview.output>

/** The state of the field choice, and the merge action. */
export function useMerging(id: number, onDone: () => void) {
  const { message } = App.useApp()
  const [take, setTake] = useState<MergeField[]>([])
  const merge = useAction(customerMerges.merge, {
    onSuccess: () => {
      void message.success(t('已合并，30 天内可以在本页撤销'))
      onDone()
    },
  })
  const send = ({ kept, other, fields }: Preview) =>
    merge.mutate({
      id,
      version: kept.version,
      otherId: other.id,
      otherVersion: other.version,
      // Fields that are empty in the kept customer are always taken over.
      take: fields.filter((field) => take.includes(field) || isEmpty(kept[field])),
    })
  const isSent = merge.isPending || merge.isSuccess
  return { take, setTake, send, busy: merge.isPending, isSent }
}

/** Whether a field is empty. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
