import { type RefObject, useEffect, useRef, useState } from 'react'
import { useClient } from '#kit/clientContext.tsx'
import { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { codeSignIn } from '#kit/ui/site.tsx'
import { earlyRoutes } from './earlyRoutes.ts'
import { SignInField } from './SignInField.tsx'
import { SignInForm, StaySignedIn } from './SignInForm.tsx'
import { type SignIn, toFormFailure, useSignIn } from './useSignIn.tsx'

interface Props {
  onSecondFactor: (ticket: string) => void
  /** Switches to sign-in with user name and password. */
  onAccount: () => void
}

/** Sign-in with a code sent by SMS. If SMS is not configured, offers the user name and password instead. */
export function CodePane({ onSecondFactor, onAccount }: Props) {
  if (codeSignIn) return <CodeForm onSecondFactor={onSecondFactor} />
  return (
    <div className="door-instead">
      <p>{t('系统还没有开通短信验证码，请用用户名和密码登录。')}</p>
      <button type="button" className="door-button" onClick={onAccount}>
        {t('用账号登录')}
      </button>
    </div>
  )
}

function CodeForm({ onSecondFactor }: Pick<Props, 'onSecondFactor'>) {
  const signIn = useSignIn(onSecondFactor)
  const mobile = useRef<HTMLInputElement>(null)
  return (
    <SignInForm
      signIn={signIn}
      required={{ mobile: t('请输入手机号'), captcha: t('请输入验证码') }}
      onFilled={(values, autoLogin) => void signIn.submit({ type: 'mobile', ...values, autoLogin })}
      submitText={t('登录')}
    >
      <SignInField
        ref={mobile}
        name="mobile"
        label={t('手机号')}
        icon="phone"
        type="tel"
        error={signIn.fields.mobile}
        placeholder={t('11 位手机号')}
        autoComplete="tel"
        maxLength={20}
      />
      <CaptchaField signIn={signIn} mobile={mobile} />
      <StaySignedIn />
    </SignInForm>
  )
}

/** The code field and the button that requests a code. */
function CaptchaField({ signIn, mobile }: { signIn: SignIn; mobile: RefObject<HTMLInputElement | null> }) {
  const captcha = useRef<HTMLInputElement>(null)
  const code = useCode((error) => {
    const { fields, sentence } = toFormFailure(error)
    signIn.refuse(sentence ? { captcha: sentence } : fields)
  })
  const requestCode = async () => {
    const number = mobile.current?.value.trim() ?? ''
    if (number === '') return signIn.refuse({ mobile: t('请输入手机号') })
    captcha.current?.focus()
    await code.ask(number)
  }
  const isCountingDown = code.secondsLeft > 0
  const button = (
    <button
      type="button"
      className="door-button door-ask"
      disabled={isCountingDown || code.isAsking}
      onClick={() => void requestCode()}
    >
      {isCountingDown ? t('{n} 秒后重发', { n: code.secondsLeft }) : t('获取验证码')}
    </button>
  )
  return (
    <SignInField
      ref={captcha}
      name="captcha"
      label={t('验证码')}
      icon="shield"
      inputMode="numeric"
      error={signIn.fields.captcha}
      hint={code.isSent ? t('手机号已登记的，会收到验证码，5 分钟内有效。') : undefined}
      placeholder={t('6 位数字')}
      autoComplete="one-time-code"
      maxLength={6}
      beside={button}
    />
  )
}

/** Seconds between two codes for a number. */
const RESEND_S = 60

/** Requests sign-in codes and counts down to the next allowed request. */
function useCode(onFailure: (error: CallError) => void) {
  const client = useClient()
  const [secondsLeft, startCountdown] = useCountdown()
  const [isSent, setSent] = useState(false)
  const [isRequesting, setRequesting] = useState(false)
  const requestCode = async (mobile: string) => {
    setRequesting(true)
    try {
      await client.call(earlyRoutes.captcha, { mobile }, { messagePlace: 'inPage' })
      setSent(true)
      startCountdown(RESEND_S)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const wait = Number(error.data?.retryAfterSeconds ?? 0)
      if (wait <= RESEND_S) startCountdown(wait)
      onFailure(error)
    } finally {
      setRequesting(false)
    }
  }
  return { ask: requestCode, secondsLeft, isSent, isAsking: isRequesting }
}

/** Returns the seconds left and a start function. Reads the clock, because a hidden tab delays timers. */
function useCountdown(): [left: number, begin: (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [left])
  const begin = (seconds: number) => {
    const start = performance.now()
    setNow(start)
    setUntil(start + seconds * 1000)
  }
  return [left, begin]
}
