import { Form } from 'antd'
import { Day } from '#kit/contract.ts'
import { sentenceOf } from '#kit/failures.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { type Leave, leaves, MemberLeave } from '#operations/leaves/contract.ts'
import { lengthText } from '#operations/leaves/leaveTexts.ts'
import { leaveKindNames } from '#operations/leaves/rules.ts'
import { staffOptions } from '#people/staff/options/contract.ts'
import './leaves.css'

interface Defaults {
  kind?: Leave['kind']
  fromOn?: string
  fromHalf?: Leave['fromHalf']
  toOn?: string
  toHalf?: Leave['toHalf']
  reason?: string
}

export interface LeaveRequestProps {
  open: boolean
  /** The person on leave, whose leave is entered as approved; default: a request of the user's own. */
  staffId?: number | undefined
  /** Enters the leave of a person who is chosen in the form. */
  forMember?: boolean
  defaults?: Defaults | undefined
  onClose: () => void
  onDone?: (leave: Leave) => void
}

const HALVES = { morning: '上午', afternoon: '下午' }
const AGENTS = { purpose: 'agent' }

/** A form that requests a leave or, for a member of the user's team, enters one that needs no decision. */
export function LeaveRequest(props: LeaveRequestProps) {
  const { open, staffId, forMember = staffId !== undefined, defaults, onClose, onDone } = props
  const endpoint = forMember ? { ...leaves.request, input: MemberLeave } : leaves.request
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={forMember ? t('登记请假') : t('申请请假')}
      endpoint={endpoint as typeof leaves.request}
      columns={2}
      defaults={{ fromHalf: 'morning', toHalf: 'afternoon', ...(staffId && { staffId }), ...defaults }}
      fields={[
        forMember && { key: 'staffId', kind: 'picker', options: staffOptions, query: AGENTS, wide: true },
        { key: 'kind', kind: 'select', options: choicesOf(leaveKindNames), wide: true },
        { key: 'fromOn', kind: 'day', notClearable: true },
        { key: 'fromHalf', kind: 'select', options: choicesOf(HALVES), label: t('从') },
        { key: 'toOn', kind: 'day', notClearable: true },
        { key: 'toHalf', kind: 'select', options: choicesOf(HALVES), label: t('到') },
        {
          key: 'length',
          kind: 'custom',
          unsent: true,
          label: t('时长'),
          wide: true,
          render: () => <LeaveLength />,
        },
        { key: 'reason', kind: 'textarea', placeholder: t('例如：家里有事，回老家一天') },
      ]}
      submitText={forMember ? t('登记') : t('提交申请')}
      doneText={forMember ? t('已登记，本人会收到消息') : t('已提交，审批的人会收到消息')}
      onDone={onDone}
    />
  )
}

const isDay = (value: unknown): value is string => Day.safeParse(value).success

/** The length of the leave that the form around it describes, with the rest days of the roster. */
function LeaveLength() {
  const form = Form.useFormInstance()
  const staffId = Form.useWatch('staffId', form) as number | undefined
  const [fromOn, toOn] = [Form.useWatch('fromOn', form), Form.useWatch('toOn', form)] as unknown[]
  const [fromHalf, toHalf] = [
    Form.useWatch('fromHalf', form) as Leave['fromHalf'] | undefined,
    Form.useWatch('toHalf', form) as Leave['toHalf'] | undefined,
  ]
  const complete = isDay(fromOn) && isDay(toOn) && fromOn <= toOn
  const call = useCall(
    leaves.length,
    { fromOn: String(fromOn), toOn: String(toOn), fromHalf, toHalf, ...(staffId && { staffId }) },
    { enabled: complete, keepRows: true, messagePlace: 'inPage' },
  )
  if (!complete) return <span className="leave-quiet">{t('选好日期后算出')}</span>
  if (call.error) return <span className="leave-quiet">{sentenceOf(call.error.notice) || '-'}</span>
  return <output>{call.data ? lengthText(call.data.halfDays, call.data.restDays) : '…'}</output>
}
