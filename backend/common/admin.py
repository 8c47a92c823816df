"""The admin site's own words."""

from __future__ import annotations

from django.contrib import admin

admin.site.site_header = "Tsumi"
admin.site.site_title = "Tsumi"
admin.site.index_title = "What would you like to do?"
admin.site.site_url = "/"
admin.site.empty_value_display = "–"
