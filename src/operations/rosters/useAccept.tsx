import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { duty } from '#operations/duty/contract.ts'
import type { StandIn } from './attentionItems.ts'

/** Writes stand-ins in one request and lists those that were refused, with the reason. */
export function useAccept(storeName: (id: number) => string) {
  const { message, modal } = App.useApp()
  const accept = useAction(duty.accept)
  const run = (standIns: StandIn[]) =>
    void accept.mutateAsync({ standIns }).then(({ results }) => {
      const refused = results.filter(({ problem }) => problem !== null)
      const done = results.length - refused.length
      if (refused.length === 0) return void message.success(t('已安排替班：{n} 个班次', { n: done }))
      modal.warning({
        title: t('已安排 {n} 个班次，{m} 个没有安排', { n: done, m: refused.length }),
        content: (
          <ul className="roster-kept">
            {refused.map(({ storeId, shift, fromOn, problem }) => (
              <li key={`${storeId} ${shift} ${fromOn}`}>
                {storeName(storeId)} {fromOn.slice(5)}
                {t('：')}
                {problem}
              </li>
            ))}
          </ul>
        ),
      })
    }, ignoreShownErrors)
  return { run, isPending: accept.isPending }
}

export type Accepting = ReturnType<typeof useAccept>
