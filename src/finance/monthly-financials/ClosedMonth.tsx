import { App, Button } from 'antd'
import { useState } from 'react'
import { formatInstant } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ConfirmWindow } from '#kit/ui/ConfirmWindow.tsx'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import type { MonthPage } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import type { DifferencesDrawerProps } from './DifferencesDrawer.tsx'
import type { MonthKey } from './useMonths.tsx'

const DifferencesDrawer = lazyWindow<'DifferencesDrawer', DifferencesDrawerProps>(
  () => import('./DifferencesDrawer.tsx'),
  'DifferencesDrawer',
  () => true,
)

interface Props {
  page: MonthPage
  of: MonthKey
}

const HASH_SHOWN = 12

/** A closed month: its snapshot, the comparison with current data, and reopening of the latest closed month. */
export function ClosedMonth({ page, of }: Props) {
  const [reopening, setReopening] = useState(false)
  const [differences, setDifferences] = useAddressText('differences')
  return (
    <>
      <div className="closing-facts">
        <Facts items={factsOf(page)} />
        {page.reopening && <Reopening page={page} of={of} reopening={page.reopening} />}
      </div>
      <div className="closing-foot">
        <Button block onClick={() => setDifferences('true')}>
          {t('快照与现在比较')}
        </Button>
        {page.isLatestClosed && !page.reopening && (
          <Button block danger onClick={() => setReopening(true)}>
            {t('反结账')}
          </Button>
        )}
        <p className="closing-note">
          {page.isLatestClosed
            ? t('这个月的账不能再改；需要更正时写明原因反结账，原来的快照保留。')
            : t('只有最近结账的一个月可以反结账。')}
        </p>
      </div>
      {differences === 'true' && <DifferencesDrawer of={of} onClose={() => setDifferences(undefined)} />}
      <ReopenForm page={page} of={of} open={reopening} onClose={() => setReopening(false)} />
    </>
  )
}

function ReopenForm({ page, of, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('反结账 {month}', { month: of.month })}
      endpoint={monthClosing.reopen}
      fixed={{ ...of, version: page.version }}
      defaults={{ reason: '' }}
      fields={[{ key: 'reason', kind: 'textarea' }]}
      consequences={{ endpoint: monthClosing.reopenConsequences, input: () => of }}
      submitText={t('反结账')}
      doneText={t('已提交')}
    />
  )
}

function factsOf({ snapshotNo, steps }: MonthPage) {
  const closing = steps.find((step) => step.action === 'close' && step.snapshotNo === snapshotNo)
  return [
    { label: t('快照'), value: t('第 {n} 版', { n: snapshotNo ?? '-' }) },
    { label: t('结账人'), value: closing?.byName },
    { label: t('结账时间'), value: closing && formatInstant(closing.at) },
    {
      label: t('校验值'),
      value: closing?.hash && (
        <Copyable text={closing.hash}>
          <code>{closing.hash.slice(0, HASH_SHOWN)}</code>
        </Copyable>
      ),
    },
  ]
}

interface ReopeningProps extends Props {
  reopening: NonNullable<MonthPage['reopening']>
}

/** A reopening that awaits confirmation: another admin can confirm it, the requesting admin can withdraw it. */
function Reopening({ page, of, reopening }: ReopeningProps) {
  const { byName, mine, reason, at } = reopening
  const { message } = App.useApp()
  const [isConfirming, setConfirming] = useState(false)
  const confirm = useAction(monthClosing.confirmReopen)
  const withdraw = useAction(monthClosing.withdrawReopen)
  const run = async (action: typeof confirm | typeof withdraw, done: string) => {
    await action.mutateAsync({ ...of, version: page.version })
    message.success(done)
  }
  return (
    <div className="closing-reopening">
      <p>{t('{name} 于 {at} 申请反结账：{reason}', { name: byName, at: formatInstant(at), reason })}</p>
      {mine ? (
        <>
          <p>{t('等待另一位管理员确认。')}</p>
          <Button
            loading={withdraw.isPending}
            onClick={() => void run(withdraw, t('申请已撤回')).catch(ignoreShownErrors)}
          >
            {t('撤回申请')}
          </Button>
        </>
      ) : (
        <Button color="primary" variant="outlined" onClick={() => setConfirming(true)}>
          {t('确认反结账')}
        </Button>
      )}
      {isConfirming && (
        <ConfirmWindow
          title={t('反结账 {month}', { month: of.month })}
          endpoint={monthClosing.reopenConsequences}
          input={of}
          okText={t('确认反结账')}
          danger
          onOk={() => run(confirm, t('{month} 已反结账', { month: of.month }))}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}
