import { App, Button } from 'antd'
import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { type LeavePage, leaves, type OpenPost } from '#operations/leaves/contract.ts'
import { chosenFor, type StandInChoices } from './OpenPosts.tsx'

interface Props {
  leave: LeavePage
  posts: readonly OpenPost[]
  choices: StandInChoices
  /** Whether the proposals are still being read. */
  loading: boolean
  onClose: () => void
}

/** What the reader may do with the leave: decide, name stand-ins, withdraw. */
export function LeaveActions({ leave, posts, choices, loading, onClose }: Props) {
  const [refusing, setRefusing] = useState(false)
  const standIns = posts.flatMap((post) => {
    const chosen = chosenFor(post, choices)
    return chosen ? [{ storeId: post.storeId, shift: post.shift, staffId: chosen.staffId }] : []
  })
  const decide = useDecide(leave, standIns)
  const { mayDecide, mayNameStandIns, mayWithdraw } = leave
  const namesSome = standIns.length > 0
  return (
    <div className="leave-foot">
      {mayWithdraw && !mayDecide && <WithdrawButton leave={leave} />}
      {mayDecide && <Button onClick={() => setRefusing(true)}>{t('不同意')}</Button>}
      {mayDecide && (
        <Button type="primary" loading={loading || decide.isBusy} onClick={decide.approve}>
          {namesSome ? t('同意，安排 {n} 个替班', { n: standIns.length }) : t('同意')}
        </Button>
      )}
      {mayNameStandIns && posts.length > 0 && (
        <Button type="primary" disabled={!namesSome} loading={decide.isBusy} onClick={decide.name}>
          {namesSome ? t('安排 {n} 个替班', { n: standIns.length }) : t('指定替班')}
        </Button>
      )}
      {!(mayDecide || mayNameStandIns || mayWithdraw) && <Button onClick={onClose}>{t('关闭')}</Button>}
      <FormModal
        open={refusing}
        onClose={() => setRefusing(false)}
        isAction
        record={leave}
        title={t('不同意{name}的请假', { name: leave.staffName })}
        endpoint={leaves.refuse}
        defaults={{ note: '' }}
        fields={[{ key: 'note', kind: 'textarea', hint: t('本人会看到。') }]}
        submitText={t('不同意')}
        doneText={t('已告知本人')}
      />
    </div>
  )
}

interface StandIn {
  storeId: number
  shift: string
  staffId: number
}

function useDecide({ id, version }: LeavePage, standIns: StandIn[]) {
  const { message } = App.useApp()
  const [approval, naming] = [useAction(leaves.approve), useAction(leaves.nameStandIns)]
  const run = async (action: typeof approval | typeof naming, done: string) => {
    try {
      await action.mutateAsync({ id, version, standIns })
    } catch (error) {
      return ignoreShownErrors(error)
    }
    void message.success(done)
  }
  return {
    isBusy: approval.isPending || naming.isPending,
    approve: () => void run(approval, t('已同意')),
    name: () => void run(naming, t('已指定替班')),
  }
}

function WithdrawButton({ leave }: { leave: LeavePage }) {
  const { modal, message } = App.useApp()
  const withdraw = useAction(leaves.withdraw)
  const { id, version, standIns } = leave
  const ask = () =>
    modal.confirm({
      title: t('撤回这次请假？'),
      content:
        standIns.length > 0
          ? t('为它安排的 {n} 个替班一并取消，这些天照常上班。', { n: standIns.length })
          : t('撤回后照常上班；需要时再申请。'),
      okText: t('撤回'),
      onOk: async () => {
        await withdraw.mutateAsync({ id, version })
        void message.success(t('已撤回'))
      },
    })
  return <Button onClick={ask}>{t('撤回')}</Button>
}
