import { Suspense } from 'react'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { BooksQuestion } from './BooksQuestion.tsx'
import { OfflineQueueProvider } from './OfflineQueueProvider.tsx'
import { Providers } from './Providers.tsx'
import { Shell } from './Shell.tsx'
import { Wiring } from './Wiring.tsx'

const ChangePassword = lazyPart(
  () => import('#people/sign-in/ChangePasswordScreen.tsx'),
  'ChangePasswordScreen',
)

const SecondFactor = lazyPart(
  () => import('#people/sign-in/second-factor/SecondFactorScreen.tsx'),
  'SecondFactorScreen',
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
