import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { safeRedirect } from '#kit/redirect.ts'
import { t } from '#kit/text.ts'
import { useWindowTitle } from '#kit/ui/brand.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { appTitle, demo } from '#kit/ui/site.tsx'
import { tabStep } from '#kit/ui/tabStep.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { CodePane } from './CodePane.tsx'
import type { DemoDoorProps } from './DemoDoor.tsx'
import { SignInField, SignInPassword } from './SignInField.tsx'
import { SignInForm, StaySignedIn } from './SignInForm.tsx'
import { useSignIn } from './useSignIn.tsx'
import './SignInScreen.css'
import './DoorForm.css'

// Only the sign-in page of a demo shows it.
const DemoDoor = lazyPart<'DemoDoor', DemoDoorProps>(() => import('./DemoDoor.tsx'), 'DemoDoor')

/** The sign-in page: the title, a drawing of what the product does, and the form. It loads no component library. */
export function SignInScreen() {
  const { user } = useSession()
  const [query] = useSearchParams()
  const [ticket, setTicket] = useState<string | null>(null)
  useWindowTitle(t('登录'))
  if (user) return <Navigate to={safeRedirect(query.get('redirect'), '/welcome')} replace />
  return (
    <main className="door">
      <section className="door-side">
        <div className="door-brand">
          <img src="/logo.svg" alt="" width={32} height={32} />
          <span>{appTitle}</span>
        </div>
        <SignInDrawing />
        {demo && (
          <Suspense>
            <DemoDoor demo={demo} onSecondFactor={setTicket} />
          </Suspense>
        )}
      </section>
      <section className="door-form">
        <div className="door-column">
          {ticket ? (
            <SecondStep ticket={ticket} onBack={() => setTicket(null)} />
          ) : (
            <FirstStep onSecondFactor={setTicket} />
          )}
        </div>
      </section>
    </main>
  )
}

type Way = 'account' | 'code'

function FirstStep({ onSecondFactor }: { onSecondFactor: (ticket: string) => void }) {
  const [way, setWay] = useState<Way>('account')
  const { reason } = useSession()
  return (
    <>
      <h1>{t('登录')}</h1>
      {reason && (
        <p className="door-alert" role="status">
          <Icon name="warn" />
          {reason}
        </p>
      )}
      <SignInTabs
        label={t('登录方式')}
        active={way}
        onChange={setWay}
        panes={[
          {
            key: 'account',
            label: t('账号登录'),
            content: <AccountPane onSecondFactor={onSecondFactor} />,
          },
          {
            key: 'code',
            label: t('验证码登录'),
            content: <CodePane onSecondFactor={onSecondFactor} onAccount={() => setWay('account')} />,
          },
        ]}
      />
      <p className="door-hint">{t('忘记密码或收不到验证码，请联系您的管理员重置。')}</p>
    </>
  )
}

/** Sign-in with user name and password. */
function AccountPane({ onSecondFactor }: { onSecondFactor: (ticket: string) => void }) {
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

/** The second step: a code from the authenticator app, or a recovery code if the phone is not available. */
function SecondStep({ ticket, onBack }: { ticket: string; onBack: () => void }) {
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
      maxLength={isRecovery ? 40 : 6}
      autoFocus
    />
  )
}

const ROWS = [
  { y: 188, words: [104, 30, 24], bar: 60 },
  { y: 220, words: [84, 24, 30], bar: 44 },
  { y: 252, words: [120, 36, 28], bar: 72 },
  { y: 284, words: [72, 20, 24], bar: 38 },
  { y: 316, words: [96, 28, 30], bar: 56 },
] as const

const MAX_BAR = Math.max(...ROWS.map((row) => row.bar))
const COLUMNS = [44, 250, 330] as const

/** A chat bubble whose tail points down to the table. */
function Talk({ x, y, width, words }: { x: number; y: number; width: number; words: readonly number[] }) {
  const height = 28 + words.length * 12
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="door-paper"
        d={`M8 0h${width - 16}a8 8 0 0 1 8 8v${height - 16}a8 8 0 0 1-8 8H26l-10 9v-9H8a8 8 0 0 1-8-8V8a8 8 0 0 1 8-8z`}
      />
      {words.map((length, line) => (
        <path
          key={length}
          className={line === 0 ? 'door-head' : 'door-word'}
          d={`M14 ${20 + line * 12}h${length}`}
        />
      ))}
      <path className="door-fall" d={`M19 ${height + 18}V${128 - y}`} />
    </g>
  )
}

/** Chats become table rows, and rows become the line of the day; the line has a gap where data is missing. */
function SignInDrawing() {
  return (
    <svg
      className="door-drawing"
      viewBox="0 0 528 412"
      role="img"
      aria-label={t('各家店铺的对话汇成一张表，再汇成当天的数字')}
    >
      <Talk x={24} y={24} width={128} words={[84, 52]} />
      <Talk x={196} y={8} width={112} words={[72]} />
      <Talk x={356} y={36} width={148} words={[104, 64]} />
      <rect className="door-paper" x={24} y={140} width={480} height={196} rx={10} />
      <path className="door-line" d="M24 172h480" />
      <path className="door-head" d="M44 156h36M250 156h28M330 156h28M430 156h54" />
      {ROWS.map(({ y, words, bar }) => (
        <g key={y}>
          <path
            className="door-word"
            d={words.map((length, place) => `M${COLUMNS[place]} ${y}h${length}`).join('')}
          />
          <rect
            className={bar === MAX_BAR ? 'door-bar door-bar-longest' : 'door-bar'}
            x={484 - bar}
            y={y - 5}
            width={bar}
            height={10}
            rx={2}
          />
          {y < 316 && <path className="door-line" d={`M44 ${y + 16}h440`} />}
        </g>
      ))}
      <path className="door-ground" d="M24 404h480" />
      <path className="door-past" d="M44 392 104 384 164 388 224 372 284 378" />
      <path className="door-now" d="M364 366 424 372 484 356" />
      <circle className="door-past-end" cx={284} cy={378} r={3} />
      <circle className="door-now-start" cx={364} cy={366} r={3} />
      <circle className="door-now" cx={484} cy={356} r={4} />
    </svg>
  )
}

interface SignInTabsProps<Key extends string> {
  label: string
  active: Key
  onChange: (key: Key) => void
  /** All panes stay mounted, so that input is kept when the user switches tabs. */
  panes: readonly { key: Key; label: string; content: ReactNode }[]
}

/** The sign-in methods as tabs with arrow-key navigation. */
function SignInTabs<Key extends string>({ label, active, onChange, panes }: SignInTabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const from = panes.findIndex(({ key }) => key === active)
    const index = tabStep(event.key, from, panes.length)
    const pane = panes[index]
    if (!pane) return
    onChange(pane.key)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="door-tabs" onKeyDown={walk}>
        {panes.map(({ key, label }) => (
          <Tab
            key={key}
            id={`${id}-${key}`}
            isActive={key === active}
            label={label}
            onClick={() => onChange(key)}
          />
        ))}
      </div>
      {panes.map((pane) => (
        <div
          key={pane.key}
          role="tabpanel"
          id={`${id}-${pane.key}-pane`}
          aria-labelledby={`${id}-${pane.key}`}
          hidden={pane.key !== active}
        >
          {pane.content}
        </div>
      ))}
    </>
  )
}

interface TabProps {
  id: string
  isActive: boolean
  label: string
  onClick: () => void
}

function Tab({ id, isActive, label, onClick }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={isActive}
      aria-controls={`${id}-pane`}
      tabIndex={isActive ? 0 : -1}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
