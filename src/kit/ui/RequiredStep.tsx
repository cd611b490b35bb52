import { Button } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { BrandMark, useBrand, useWindowTitle } from './brand.tsx'
import { demo } from './site.tsx'
import { useSession } from './user.tsx'
import './FirstThing.css'

interface RequiredStepProps {
  title: string
  /** Why it is required. */
  lead?: string | undefined
  children: ReactNode
}

/** A page shown instead of the console, for something that the user must do before anything else except signing out. */
export function RequiredStep({ title, lead, children }: RequiredStepProps) {
  const { end } = useSession()
  useWindowTitle(title)
  return (
    <main className="first-thing">
      <header>
        <div className="first-thing-brand">
          <BrandMark brand={useBrand()} />
          {demo && <small>{t('这是演示，数据都是虚构的')}</small>}
        </div>
        <Button type="text" onClick={() => void end()}>
          {t('退出登录')}
        </Button>
      </header>
      <section>
        <h1>{title}</h1>
        {lead && <p className="first-thing-lead">{lead}</p>}
        {children}
      </section>
    </main>
  )
}
