import { Link } from 'react-router'
import { t } from '#kit/text.ts'

/** Link to the figures that the platforms are still counting; opens a new tab, so that the import stays open. */
export function PendingLink() {
  return (
    <Link className="import-pending" to="/store-worklog/figures?view=pending" target="_blank">
      {t('查看待补清单')}
    </Link>
  )
}
