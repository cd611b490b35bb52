import { Link } from 'react-router'
import { t } from '#kit/text.ts'

/** Where figures that the platforms still count are listed until they come; beside the import, which stays open. */
export function PendingLink() {
  return (
    <Link className="import-pending" to="/store-worklog/figures?view=pending" target="_blank">
      {t('查看待补清单')}
    </Link>
  )
}
