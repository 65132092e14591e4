"""Sphinx's configuration of the site; tools/documentation.py copies it beside the pages."""

import os

project = "insulate"
author = "the maintainers of insulate"
version = release = os.environ["INSULATE_SITE_VERSION"]

extensions = ["myst_parser"]
myst_heading_anchors = 4  # as GitHub names them
nitpicky = True
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"insulate {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = html_show_sphinx = False
html_sidebars = {"**": [
    "sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html",
    "sidebar/navigation.html", "versions.html", "sidebar/scroll-end.html"]}
templates_path = ["templates"]
# Blocks without a language are commands, C and output.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]  # tables of ARCHITECTURE.md are such blocks
