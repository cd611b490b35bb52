import { App, Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { roleLabel, useSession, useUser } from '#kit/ui/user.tsx'
import { viewing } from '#people/staff/contract.ts'
import './banners.css'

/** Shown above everything while an admin views the console as another user. */
export function ViewingBanner() {
  const user = useUser()
  const { refresh } = useSession()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const end = useAction(viewing.end)
  if (!user.viewer) return null
  const leave = async () => {
    await end.mutateAsync({})
    await navigate(`/user-management/${user.id}`)
    await refresh()
    void message.info(t('已回到您自己的身份'))
  }
  return (
    <div className="viewing-banner" role="status">
      <span>
        {t('您正在以 {name}（{role}）的身份查看（只读）', { name: user.name, role: roleLabel(user) })}
      </span>
      <Button size="small" loading={end.isPending} onClick={() => void leave().catch(() => {})}>
        {t('退出查看')}
      </Button>
    </div>
  )
}
