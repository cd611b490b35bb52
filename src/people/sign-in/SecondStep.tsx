import { useState } from 'react'
import { t } from '#kit/text.ts'
import { SignInField } from './SignInField.tsx'
import { SignInForm } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.tsx'

/** The second step: a code from the authenticator app, or a recovery code if the phone is not available. */
export function SecondStep({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const signIn = useSignIn(() => undefined)
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <h1>{t('两步验证')}</h1>
      <p className="door-line">
        {isRecovery
          ? t('请输入您保存的一个恢复码，每个只能用一次。')
          : t('请打开手机上的身份验证器，输入这个账号的 6 位动态码。')}
      </p>
      <SignInForm
        signIn={signIn}
        required={{ otp: isRecovery ? t('请输入恢复码') : t('请输入 6 位动态码') }}
        onFilled={({ otp }) => void signIn.submit({ type: 'ticket', ticket, otp })}
        submitText={t('登录')}
      >
        <OtpField isRecovery={isRecovery} error={signIn.fields.otp} />
      </SignInForm>
      <div className="door-links">
        <button type="button" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('改用动态码') : t('手机不在身边，用恢复码')}
        </button>
        <button type="button" onClick={onBack}>
          {t('返回')}
        </button>
      </div>
    </>
  )
}

function OtpField({ isRecovery, error }: { isRecovery: boolean; error: string | undefined }) {
  const label = isRecovery ? t('恢复码') : t('动态码')
  return (
    <SignInField
      key={label}
      name="otp"
      label={label}
      icon="shield"
      error={error}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isRecovery ? 20 : 6}
      autoFocus
    />
  )
}
