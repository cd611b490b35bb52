import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Actor, can } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { type Staff, staffSteps, viewing } from '#people/staff/contract.ts'
import { staffOptions } from '#people/staff/options/contract.ts'

interface StaffSteps {
  /** The row actions for a person's status: 停用, 启用, 办理离职, 返岗 and 以此人身份查看. */
  actions: (person: Staff) => Maybe<RowAction>[]
  /** To be rendered anywhere in the screen. */
  dialog: ReactNode
}

type Step = 'disable' | 'enable' | 'return'

/** The status changes of a person; `show` displays the one-time password of a returning person. */
export function useStaffSteps(show: (issued: IssuedPassword) => void): StaffSteps {
  const user = useUser()
  const view = useViewing()
  const [opened, setOpened] = useState<{ step: Step; person: Staff } | null>(null)
  const openForm = (step: Step, person: Staff) => () => setOpened({ step, person })
  const actions = (person: Staff): Maybe<RowAction>[] => {
    const { status, id } = person
    const self = id === user.id && t('请由其他管理员办理')
    return [
      view(person),
      status === 'active' && {
        key: 'disable',
        label: t('停用'),
        danger: true,
        disabled: self,
        onClick: openForm('disable', person),
      },
      status === 'disabled' && { key: 'enable', label: t('启用'), onClick: openForm('enable', person) },
      status !== 'left' && {
        key: 'leave',
        label: t('办理离职'),
        danger: true,
        disabled: self,
        to: `/user-management/${id}/leave`,
      },
      status === 'left' && { key: 'return', label: t('返岗'), onClick: openForm('return', person) },
    ]
  }
  const close = () => setOpened(null)
  const of = (step: Step) => (opened?.step === step ? opened.person : null)
  const dialog = (
    <>
      <DisableForm person={of('disable')} onClose={close} />
      <EnableForm person={of('enable')} onClose={close} />
      <ReturnForm person={of('return')} user={user} onClose={close} show={show} />
    </>
  )
  return { actions, dialog }
}

interface FormProps {
  person: Staff | null
  onClose: () => void
}

function DisableForm({ person, onClose }: FormProps) {
  const name = person?.name ?? ''
  return (
    <FormModal
      open={person !== null}
      onClose={onClose}
      title={t('停用{name}', { name })}
      endpoint={staffSteps.disable}
      isAction
      record={person ?? undefined}
      fields={[
        {
          key: 'reason',
          kind: 'textarea',
          hint: t('停用后不能登录，所有设备上的登录立即失效；店铺和客户仍在此人名下，可以随时启用。'),
        },
      ]}
      submitText={t('停用')}
      doneText={t('已停用')}
    />
  )
}

function EnableForm({ person, onClose }: FormProps) {
  const name = person?.name ?? ''
  return (
    <FormModal
      open={person !== null}
      onClose={onClose}
      title={t('启用{name}', { name })}
      endpoint={staffSteps.enable}
      isAction
      record={person ?? undefined}
      fields={[{ key: 'reason', kind: 'textarea', hint: t('启用后可用原来的密码登录。') }]}
      submitText={t('启用')}
      doneText={t('已启用')}
    />
  )
}

interface ReturnProps extends FormProps {
  user: Actor
  show: (issued: IssuedPassword) => void
}

function ReturnForm({ person, user, onClose, show }: ReturnProps) {
  const name = person?.name ?? ''
  const isMember = person?.role === ROLES.agent && person.parentId !== null
  const query = { purpose: 'parent', companyCode: person?.companyCode ?? user.companyCode }
  return (
    <FormModal
      open={person !== null}
      onClose={onClose}
      title={t('{name}返岗', { name })}
      endpoint={staffSteps.return}
      isAction
      record={person ?? undefined}
      fields={[
        isMember &&
          can(user, 'canAdmin') && {
            key: 'parentId',
            kind: 'picker',
            options: staffOptions,
            query,
            nameKey: 'parentName',
            hint: t('原来的组长已不在时，请另选一位'),
          },
        {
          key: 'reason',
          kind: 'textarea',
          hint: t('返岗后状态为在职，用新的一次性密码登录；店铺和客户要重新分配。'),
        },
      ]}
      submitText={t('返岗')}
      doneText={t('已返岗')}
      onDone={({ staff: back, oneTimePassword }) => show({ ...back, password: oneTimePassword })}
    />
  )
}

/** The row action 以此人身份查看 for admins: the console then shows the person's view, read-only. */
function useViewing(): (person: Staff) => Maybe<RowAction> {
  const user = useUser()
  const { refresh } = useSession()
  const { message } = App.useApp()
  const navigate = useNavigate()
  const client = useClient()
  if (!can(user, 'canAdmin')) return () => null
  return ({ id, name, status }) => ({
    key: 'view-as',
    label: t('以此人身份查看'),
    confirm: t('您将看到{name}看到的界面，只能看，不能改；开始和结束都会记入操作日志。', { name }),
    disabled: id === user.id ? t('这就是您自己') : status !== 'active' && t('此人不在职，不能登录'),
    onClick: async () => {
      // Not `useAction`, which would refetch this page's queries as the viewed person, who may not read them.
      await client.call(viewing.begin, { id })
      await refresh()
      await navigate('/welcome')
      void message.info(t('正在以{name}的身份查看', { name }))
    },
  })
}
