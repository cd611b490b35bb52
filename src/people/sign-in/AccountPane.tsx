import { t } from '#kit/text.ts'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { SignInField, SignInPassword } from './SignInField.tsx'
import { SignInForm, StaySignedIn } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.tsx'

/** Sign-in with user name and password. */
export function AccountPane({ onSecondFactor }: { onSecondFactor: (ticket: string) => void }) {
  const signIn = useSignIn(onSecondFactor)
  // On a phone the on-screen keyboard covers half the page, so it opens only on a tap.
  const phone = usePhone()
  return (
    <SignInForm
      signIn={signIn}
      required={{ username: t('请输入用户名'), password: t('请输入密码') }}
      onFilled={(account, autoLogin) => void signIn.submit({ type: 'account', ...account, autoLogin })}
      submitText={t('登录')}
    >
      <SignInField
        name="username"
        label={t('用户名')}
        icon="user"
        error={signIn.fields.username}
        placeholder={t('请输入用户名')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus={!phone}
      />
      <SignInPassword
        name="password"
        label={t('密码')}
        error={signIn.fields.password}
        placeholder={t('请输入密码')}
        autoComplete="current-password"
        maxLength={512}
      />
      <StaySignedIn />
    </SignInForm>
  )
}
