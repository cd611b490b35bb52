import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { SignIn } from './useSignIn.tsx'

interface Props<Name extends string> {
  signIn: SignIn
  /** The error of each field if it is empty, in the order of the fields. */
  required: Record<Name, string>
  onFilled: (values: Record<Name, string>, autoLogin: boolean) => void
  submitText: string
  children: ReactNode
}

/** The form of the sign-in page: focuses the first invalid field and shows a general failure above the fields. */
export function SignInForm<Name extends string>(props: Props<Name>) {
  const { signIn, required, onFilled, submitText, children } = props
  const form = useRef<HTMLFormElement>(null)
  const { fields, sentence, isLocked, isPending } = signIn
  useEffect(() => {
    if (Object.keys(fields).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
  }, [fields])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const names = Object.keys(required) as Name[]
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')]))
    const missing = names.filter((name) => values[name]?.trim() === '')
    if (missing.length > 0) signIn.refuse(Object.fromEntries(missing.map((name) => [name, required[name]])))
    else onFilled(values as Record<Name, string>, data.has('autoLogin'))
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onInput={(event) => signIn.clearError((event.target as HTMLInputElement).name)}
    >
      {sentence && (
        <p className="door-alert" role="alert">
          <Icon name="warn" />
          <span>
            {sentence}
            {isLocked && <small>{t('在您用过的其他设备上仍可登录；急用的，请管理员解除限制。')}</small>}
          </span>
        </p>
      )}
      {children}
      <button type="submit" className="door-button door-submit" disabled={isPending} aria-busy={isPending}>
        {isPending ? t('登录中…') : submitText}
      </button>
    </form>
  )
}

/** The checkbox for a session of 30 days. */
export function StaySignedIn() {
  return (
    <label className="door-check">
      <input type="checkbox" name="autoLogin" />
      {t('30 天内自动登录')}
    </label>
  )
}
