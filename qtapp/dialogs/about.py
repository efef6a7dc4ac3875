"""What this is, which version, its licences, and whom it owes."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

import resources
from qtapp.widgets.icons import pixmap
from qtapp.widgets.parts import label


class AboutDialog(QDialog):
    """Licences and credits; their links lead to the texts of the licences, *Back* comes back."""

    def __init__(self, credits: str, ink: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("About Sandtable")
        self._credits = credits
        mark = label(wraps=False)
        mark.setPixmap(pixmap("hex", ink, 64))
        words = QVBoxLayout()
        words.addWidget(label("Sandtable", "title"))
        words.addWidget(label(f"Version {_version()}", "faint"))
        head = QHBoxLayout()
        head.addWidget(mark)
        head.addLayout(words, 1)
        self.text = QTextBrowser()
        self.text.setAccessibleName("Licences and credits")
        self.text.setToolTip("Links lead to the texts of the licences")
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(12)
        self.text.anchorClicked.connect(self._follow)
        closer = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.back = closer.addButton("Back", QDialogButtonBox.ButtonRole.ActionRole)
        self.back.setToolTip("Back to licences and credits")
        self.back.clicked.connect(self._show_credits)
        closer.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        layout.addWidget(closer)
        self.resize(QSize(680, 560))
        self._show_credits()

    def _show_credits(self) -> None:
        self.text.setMarkdown(self._credits)
        self.back.setEnabled(False)

    def _follow(self, url: QUrl) -> None:
        self.text.setPlainText(resources.licence(url.fileName()))
        self.back.setEnabled(True)
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)


def _version() -> str:
    try:
        return version("sandtable")
    except PackageNotFoundError:
        return "from source"
