import { type ReactNode, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { HOME } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { useWindowTitle } from '#kit/ui/brand.tsx'
import type { MissingProps } from '#kit/ui/lazyPart.tsx'
import { MainHeading } from '#kit/ui/MainHeading.tsx'
import './faults.css'

interface Props {
  code?: string
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** A page that explains why it has no content, with buttons to leave it. */
function Fault({ code, title, children, actions }: Props) {
  useWindowTitle(title)
  return (
    <section className="fault">
      {code && <p className="fault-code">{code}</p>}
      <MainHeading>{title}</MainHeading>
      <p>{children}</p>
      <div className="fault-actions">{actions ?? <FaultActions />}</div>
    </section>
  )
}

function FaultActions() {
  const navigate = useNavigate()
  return (
    <>
      <button type="button" className="plain-button plain-button-main" onClick={() => navigate(HOME)}>
        {t('回到首页')}
      </button>
      <button type="button" className="plain-button" onClick={() => navigate(-1)}>
        {t('返回上一页')}
      </button>
    </>
  )
}

export function Forbidden({ title }: { title: string }) {
  return (
    <Fault code="403" title={t('您不能打开“{title}”', { title })}>
      {t('您的角色没有这个页面的权限。如工作需要，请联系您的管理员。')}
    </Fault>
  )
}

export function NotFound() {
  return (
    <Fault code="404" title={t('没有这个页面')}>
      {t('地址可能有误，或页面已经移走。请从菜单重新进入。')}
    </Fault>
  )
}

/** `/exception`: shows the code and message of a response that requires this page. */
export function Exception() {
  const [query] = useSearchParams()
  const message = query.get('errorMessage')
  return (
    <Fault code={query.get('errorCode') ?? ''} title={t('操作没有完成')}>
      {message || t('服务器没有说明原因。请稍后重试；如仍出现，请联系您的管理员。')}
    </Fault>
  )
}

/** Shown in place of a screen that threw an error. */
export function BrokenScreen() {
  const actions = (
    <>
      <button type="button" className="plain-button plain-button-main" onClick={() => location.reload()}>
        {t('重新加载')}
      </button>
      <button type="button" className="plain-button" onClick={() => location.assign(HOME)}>
        {t('回到首页')}
      </button>
    </>
  )
  return (
    <Fault code="500" title={t('页面出错了')} actions={actions}>
      {t('这个页面显示时出了问题，已保存的内容不受影响。请重新加载；如仍出现，请联系您的管理员。')}
    </Fault>
  )
}

/**
 * Shown if the sign-in page fails to load, for example after signing out offline. Reloads automatically when the
 * connection returns.
 */
export function SignInNotLoaded({ again }: MissingProps) {
  useEffect(() => {
    const reload = () => location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  const actions = (
    <button
      type="button"
      className="plain-button plain-button-main"
      onClick={again ?? (() => location.reload())}
    >
      {t('重试')}
    </button>
  )
  return (
    <Fault title={t('登录页没有打开')} actions={actions}>
      {t('您现在没有登录。网络恢复后，登录页会自动打开。')}
    </Fault>
  )
}
