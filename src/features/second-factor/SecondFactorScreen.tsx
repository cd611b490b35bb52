import { Button } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import { appTitle, useWindowTitle } from '#kit/ui/site.tsx'
import { useSession } from '#kit/ui/user.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUp } from './SetUp.tsx'
import './SecondFactorScreen.css'

/** Before anything else: the company asks a second factor of this role, and there is none yet. */
export function SecondFactorScreen() {
  const { end, refresh } = useSession()
  const [codes, setCodes] = useState<string[] | null>(null)
  const title = codes ? t('保存恢复码') : t('请先开启两步验证')
  useWindowTitle(title)
  return (
    <main className="factor-first">
      <header>
        <div className="factor-first-brand">
          <img src="/logo.svg" alt="" width={24} height={24} />
          <span>{appTitle}</span>
        </div>
        <Button type="text" onClick={() => void end()}>
          {t('退出登录')}
        </Button>
      </header>
      <section>
        <h1>{title}</h1>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => void refresh()} />
        ) : (
          <>
            <p className="factor-line">
              {t('贵公司要求您的角色登录时使用两步验证。设置一次，以后登录多输一个动态码。')}
            </p>
            <SetUp onConfirmed={setCodes} />
          </>
        )}
      </section>
    </main>
  )
}
