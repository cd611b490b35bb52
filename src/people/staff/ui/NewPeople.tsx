import { useEffect, useState } from 'react'
import { hideRoleUpdate } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { FormBody } from '#kit/ui/form/FormBody.tsx'
import { useFormWindow } from '#kit/ui/form/useFormWindow.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { OneTimePasswordsProps } from '#kit/ui/OneTimePasswords.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { staff } from '#people/staff/contract.ts'
import { PeopleField } from '#people/staff/PeopleField.tsx'

const OneTimePasswords = lazyWindow<'OneTimePasswords', OneTimePasswordsProps>(
  () => import('#kit/ui/OneTimePasswords.tsx'),
  'OneTimePasswords',
  ({ issued }) => issued.length > 0,
)

export type FormPhase = 'ready' | 'sending' | 'blocked'

export interface NewPeopleProps {
  /** The id of the form, for its submit button, which is outside. */
  id: string
  /** Called when the form's state changes, for that button. `blocked`: a draft is offered. */
  onState: (state: FormPhase) => void
  /** Called when people were created and the window with their passwords was closed. */
  onDone: () => void
}

/** A form in the page for several new people; then their one-time passwords. */
export function NewPeople({ id, onState, onDone }: NewPeopleProps) {
  const [issued, setIssued] = useState<IssuedPassword[]>([])
  const [times, setTimes] = useState(0)
  const finish = (people: IssuedPassword[]) => {
    setIssued(people)
    setTimes(times + 1)
  }
  const close = () => {
    setIssued([])
    onDone()
  }
  return (
    <TouchSize>
      <PeopleForm key={times} id={id} onState={onState} onCreated={finish} />
      <OneTimePasswords issued={issued} onClose={close} />
    </TouchSize>
  )
}

interface FormProps extends Pick<NewPeopleProps, 'id' | 'onState'> {
  onCreated: (people: IssuedPassword[]) => void
}

function PeopleForm({ id, onState, onCreated }: FormProps) {
  const ofHead = hideRoleUpdate(useUser())
  const form = {
    open: true,
    onClose: () => undefined,
    title: t('添加员工'),
    endpoint: staff.createMany,
    fields: [
      {
        key: 'people' as const,
        label: '',
        wide: true,
        kind: 'custom' as const,
        inner: true,
        showsRefusals: true,
        render: (control: object) => <PeopleField {...control} ofHead={ofHead} />,
      },
    ],
    doneText: t('已新建'),
    onDone: ({ people }: { people: { name: string; username: string; oneTimePassword: string }[] }) =>
      onCreated(people.map(({ oneTimePassword, ...person }) => ({ ...person, password: oneTimePassword }))),
  }
  const { state } = useFormWindow(form)
  const phase = state.draft.offered ? 'blocked' : state.busy ? 'sending' : 'ready'
  useEffect(() => onState(phase), [phase, onState])
  return <FormBody id={id} state={state as never} parts={form.fields} columns={1} />
}
