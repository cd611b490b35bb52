import { App, ConfigProvider } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { can } from '#access/can.ts'
import { CallProvider, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { nonce } from '#kit/ui/site.tsx'
import { theme } from '#kit/ui/theme.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { companyBooks } from '#people/books/contract.ts'
import type { BooksFromFormProps } from '#people/books/ui/BooksFromForm.tsx'
import { onBooksUnset, setNoticePresenter } from './announce.tsx'
import { AntdLanguage } from './antdLanguage.tsx'
import { NoticePlace } from './lazyNotices.tsx'
import { OfflineQueueProvider } from './OfflineQueueProvider.tsx'
import { Shell } from './Shell.tsx'
import { earlyReads } from './session.tsx'
import { Wiring } from './Wiring.tsx'
import './schemas.tsx'
import './Announcer.css'

const ChangePassword = lazyPart(
  () => import('#people/sign-in/ChangePasswordScreen.tsx'),
  'ChangePasswordScreen',
)

const SecondFactor = lazyPart(
  () => import('#people/sign-in/second-factor/SecondFactorScreen.tsx'),
  'SecondFactorScreen',
)

const BooksFromForm = lazyPart<'BooksFromForm', BooksFromFormProps>(
  () => import('#people/books/ui/BooksFromForm.tsx'),
  'BooksFromForm',
)

/** The program after sign-in: one part, loaded while the session is fetched or the user types the password. */
export function Console() {
  const { mustChangePassword, mustSetSecondFactor } = useUser()
  const Before = mustChangePassword ? ChangePassword : mustSetSecondFactor ? SecondFactor : null
  return (
    <Providers>
      {Before ? (
        <Suspense>
          <Before />
        </Suspense>
      ) : (
        <Wiring>
          <OfflineQueueProvider>
            <Shell />
            <BooksQuestion />
          </OfflineQueueProvider>
        </Wiring>
      )}
    </Providers>
  )
}

/**
 * If the server refuses a document because the company has no start month for its books, offers the form to set it, on
 * top of the refused form. Other users see only the refusal message, which says where the month is set.
 */
function BooksQuestion() {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const maySet = can(user, 'canAdmin')
  useEffect(() => (maySet ? onBooksUnset(() => setOpen(true)) : undefined), [maySet])
  const { data } = useCall(companyBooks.get, { code: user.companyCode }, { enabled: isOpen })
  if (!data || data.from !== null) return null
  return (
    <Suspense>
      <BooksFromForm
        books={data}
        open={isOpen}
        onClose={() => setOpen(false)}
        doneText={t('已设定启用月份，请再保存一次')}
      />
    </Suspense>
  )
}

/** Provides the console's components with the theme, messages and cached responses. */
function Providers({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={theme}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      select={{ suffixIcon: <Icon name="down" size={12} /> }}
      drawer={{ closable: { placement: 'end' } }}
    >
      <AntdLanguage>
        <App>
          <NoticePlace />
          <Announcer />
          <CallProvider earlyReads={earlyReads()}>{children}</CallProvider>
        </App>
      </AntdLanguage>
    </ConfigProvider>
  )
}

/** Shows failures with the messages of antd's App, which use the theme and the page's nonce. */
function Announcer() {
  const { message, notification } = App.useApp()
  useEffect(
    () =>
      setNoticePresenter((notice) => {
        // The text is the key: several requests that fail for one reason show one message.
        if (notice.kind === 'message') {
          message.open({ type: notice.level, content: notice.text, key: notice.text })
        } else {
          notification.error({
            key: notice.title,
            title: notice.title,
            description: <Description text={notice.description} traceId={notice.traceId} />,
          })
        }
      }),
    [message, notification],
  )
  return null
}

function Description({ text, traceId }: { text: string; traceId: string | undefined }) {
  return (
    <>
      {text}
      {traceId && (
        <div className="announced-trace">
          <Copyable text={traceId}>{t('问题编号 {id}', { id: traceId })}</Copyable>
        </div>
      )}
    </>
  )
}
