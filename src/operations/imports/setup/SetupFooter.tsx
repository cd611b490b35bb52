import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { keptText } from '#operations/imports/drawer/keptText.ts'
import type { FileEntry } from '#operations/imports/drawer/rules.ts'
import { type Plan, planOf } from './plan.ts'
import type { Setup } from './useSetup.tsx'
import type { SetupRunner } from './useSetupRun.tsx'

interface Props {
  entries: readonly FileEntry[]
  setup: Setup
  runner: SetupRunner
  onClose: () => void
  /** Called after everything was created and imported. */
  onImported: () => void
}

/** What will be created and imported, and the buttons that do it. */
export function SetupFooter({ entries, setup, runner, onClose, onImported }: Props) {
  const plan = planOf(entries, setup)
  const { drafts, status, leader } = setup
  const isBusy = entries.some(({ phase }) => phase === 'waiting' || phase === 'reading')
  const run = (commit: boolean) =>
    runner.run({ drafts: [...drafts.values()], status, leaderId: leader?.id, commit })
  return (
    <div className="import-foot">
      <div className="import-foot-words">
        <p>{describe(plan)}</p>
        <p>{[leftText(plan), keptText(entries)].filter(Boolean).join(t('；'))}</p>
        {runner.failure && (
          <p className="import-foot-problem" role="alert">
            {runner.failure}
          </p>
        )}
      </div>
      <div className="import-foot-acts">
        <Button onClick={onClose} disabled={runner.isRunning}>
          {t('关闭')}
        </Button>
        <Button disabled={runner.isRunning || isBusy} onClick={() => run(false)}>
          {t('只建店铺')}
        </Button>
        <Button
          type="primary"
          loading={runner.isRunning}
          disabled={isBusy || plan.imported === 0}
          onClick={async () => (await run(true)) && onImported()}
        >
          {t('新建并导入 {n} 家', { n: plan.imported })}
        </Button>
      </div>
    </div>
  )
}

function describe(plan: Plan): ReactNode {
  const { stores, customers, nicks, imported } = plan
  const created = [t('{n} 家店铺', { n: stores }), customers > 0 && t('{n} 位客户', { n: customers })]
  return (
    <>
      {t('将新建')} <b>{created.filter(Boolean).join(t('、'))}</b>
      {nicks > 0 && t('，对应 {n} 个昵称', { n: nicks })}
      {imported > 0 && t('，并导入 {n} 家店 {days} 的数据', { n: imported, days: daysText(plan) })}
    </>
  )
}

function daysText({ from, to }: Plan): string {
  const [first, last] = [from?.slice(5) ?? '', to?.slice(5) ?? '']
  return first === last ? first : t('{from} 至 {to}', { from: first, to: last })
}

function leftText({ left }: Plan): string {
  return left > 0 ? t('{n} 家不新建，它们的数据留在文件里', { n: left }) : ''
}
