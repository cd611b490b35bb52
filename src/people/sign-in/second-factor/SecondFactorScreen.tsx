import { useState } from 'react'
import { t } from '#kit/text.ts'
import { RequiredStep } from '#kit/ui/RequiredStep.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'

/** Shown before any other page if the company requires a second factor and the user has none. */
export function SecondFactorScreen() {
  const { refresh } = useSession()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) {
    return (
      <RequiredStep title={t('保存恢复码')}>
        <RecoveryCodes codes={codes} onDone={() => void refresh()} />
      </RequiredStep>
    )
  }
  return (
    <RequiredStep
      title={t('请先开启两步验证')}
      lead={t('贵公司要求您的角色登录时使用两步验证。设置一次，以后登录多输一个动态码。')}
    >
      <SetUp onConfirmed={setCodes} />
    </RequiredStep>
  )
}
