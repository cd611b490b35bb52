import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon, type IconName } from '#kit/ui/Icon.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'id'> {
  name: string
  label: string
  icon: IconName
  error: string | undefined
  /** Inside the frame, after the input. */
  inside?: ReactNode
  /** Next to the frame. */
  beside?: ReactNode
  /** A line below the field, shown while there is no error. */
  hint?: string | undefined
}

/** A labelled field of the sign-in page. A native input, so that the page loads no component library. */
export function SignInField({ label, icon, error, inside, beside, hint, ...input }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="door-field">
      <label htmlFor={id}>{label}</label>
      <div className="door-row">
        <div className="door-input">
          <Icon name={icon} />
          <input
            {...input}
            id={id}
            aria-invalid={Boolean(error)}
            aria-describedby={note ? `${id}-note` : undefined}
          />
          {inside}
        </div>
        {beside}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={error ? 'door-error' : 'door-hint'}
          role={error ? undefined : 'status'}
        >
          {note}
        </p>
      )}
    </div>
  )
}

/** A password field with a button that shows the password. */
export function SignInPassword(props: Omit<Props, 'icon' | 'type' | 'inside'>) {
  const [shown, setShown] = useState(false)
  const eye = (
    <button
      type="button"
      className="door-eye"
      aria-label={shown ? t('隐藏密码') : t('显示密码')}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eyeOff' : 'eye'} />
    </button>
  )
  return <SignInField {...props} icon="lock" type={shown ? 'text' : 'password'} inside={eye} />
}
