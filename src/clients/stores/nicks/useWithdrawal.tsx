import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { nickClaims } from './contract.ts'

/** Withdraws a pending claim of the user. */
export function useWithdrawal() {
  const { message } = App.useApp()
  const { mutate, isPending } = useAction(nickClaims.withdraw, {
    onSuccess: ({ nick }) => message.success(t('已撤回对“{nick}”的认领', { nick })),
  })
  return {
    isPending,
    withdraw: ({ id, version }: { id: number; version: number }) => mutate({ id, version }),
  }
}
